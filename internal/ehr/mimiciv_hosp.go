package ehr

var mimicHosp = []Table{
	{Schema: hosp, Name: "admissions", Required: true, Columns: columns(`
			subject_id!           BIGINT
			hadm_id!              BIGINT
			admittime!            TIMESTAMP
			dischtime!            TIMESTAMP
			deathtime             TIMESTAMP
			admission_type!       VARCHAR
			admit_provider_id     VARCHAR
			admission_location    VARCHAR
			discharge_location    VARCHAR
			insurance             VARCHAR
			language              VARCHAR
			marital_status        VARCHAR
			race!                 VARCHAR
			edregtime             TIMESTAMP
			edouttime             TIMESTAMP
			hospital_expire_flag! INTEGER`)},
	{Schema: hosp, Name: "d_hcpcs", Columns: columns(`
			code              VARCHAR
			category          INTEGER
			long_description  VARCHAR
			short_description VARCHAR`)},
	{Schema: hosp, Name: "d_icd_diagnoses", Columns: columns(`
			icd_code    VARCHAR
			icd_version INTEGER
			long_title  VARCHAR`)},
	{Schema: hosp, Name: "d_icd_procedures", Columns: columns(`
			icd_code    VARCHAR
			icd_version INTEGER
			long_title  VARCHAR`)},
	{Schema: hosp, Name: "d_labitems", Columns: columns(`
			itemid   BIGINT
			label    VARCHAR
			fluid    VARCHAR
			category VARCHAR`)},
	{Schema: hosp, Name: "diagnoses_icd", Required: true, Columns: columns(`
			subject_id   BIGINT
			hadm_id!     BIGINT
			seq_num      INTEGER
			icd_code!    VARCHAR
			icd_version! INTEGER`)},
	{Schema: hosp, Name: "drgcodes", Columns: columns(`
			subject_id    BIGINT
			hadm_id       BIGINT
			drg_type      VARCHAR
			drg_code      VARCHAR
			description   VARCHAR
			drg_severity  INTEGER
			drg_mortality INTEGER`)},
	{Schema: hosp, Name: "emar", Columns: columns(`
			subject_id        BIGINT
			hadm_id           BIGINT
			emar_id           VARCHAR
			emar_seq          INTEGER
			poe_id            VARCHAR
			pharmacy_id       BIGINT
			enter_provider_id VARCHAR
			charttime         TIMESTAMP
			medication        VARCHAR
			event_txt         VARCHAR
			scheduletime      TIMESTAMP
			storetime         TIMESTAMP`)},
	{Schema: hosp, Name: "emar_detail", Columns: columns(`
			subject_id                           BIGINT
			emar_id                              VARCHAR
			emar_seq                             INTEGER
			parent_field_ordinal                 VARCHAR
			administration_type                  VARCHAR
			pharmacy_id                          BIGINT
			barcode_type                         VARCHAR
			reason_for_no_barcode                VARCHAR
			complete_dose_not_given              VARCHAR
			dose_due                             VARCHAR
			dose_due_unit                        VARCHAR
			dose_given                           VARCHAR
			dose_given_unit                      VARCHAR
			will_remainder_of_dose_be_given      VARCHAR
			product_amount_given                 VARCHAR
			product_unit                         VARCHAR
			product_code                         VARCHAR
			product_description                  VARCHAR
			product_description_other            VARCHAR
			prior_infusion_rate                  VARCHAR
			infusion_rate                        VARCHAR
			infusion_rate_adjustment             VARCHAR
			infusion_rate_adjustment_amount      VARCHAR
			infusion_rate_unit                   VARCHAR
			route                                VARCHAR
			infusion_complete                    VARCHAR
			completion_interval                  VARCHAR
			new_iv_bag_hung                      VARCHAR
			continued_infusion_in_other_location VARCHAR
			restart_interval                     VARCHAR
			side                                 VARCHAR
			site                                 VARCHAR
			non_formulary_visual_verification    VARCHAR`)},
	{Schema: hosp, Name: "hcpcsevents", Columns: columns(`
			subject_id        BIGINT
			hadm_id           BIGINT
			chartdate         DATE
			hcpcs_cd          VARCHAR
			seq_num           INTEGER
			short_description VARCHAR`)},
	{Schema: hosp, Name: "labevents", Required: true, Cluster: []string{"itemid", "subject_id", "charttime"}, Columns: columns(`
			labevent_id       BIGINT
			subject_id!       BIGINT
			hadm_id!          BIGINT
			specimen_id!      BIGINT
			itemid!           BIGINT
			order_provider_id VARCHAR
			charttime!        TIMESTAMP
			storetime!        TIMESTAMP
			value!            VARCHAR
			valuenum!         DOUBLE
			valueuom          VARCHAR
			ref_range_lower   DOUBLE
			ref_range_upper   DOUBLE
			flag              VARCHAR
			priority          VARCHAR
			comments          VARCHAR`)},
	{Schema: hosp, Name: "microbiologyevents", Required: true, Columns: columns(`
			microevent_id       BIGINT
			subject_id!         BIGINT
			hadm_id!            BIGINT
			micro_specimen_id!  BIGINT
			order_provider_id   VARCHAR
			chartdate!          TIMESTAMP
			charttime!          TIMESTAMP
			spec_itemid         BIGINT
			spec_type_desc!     VARCHAR
			test_seq            INTEGER
			storedate           TIMESTAMP
			storetime           TIMESTAMP
			test_itemid         BIGINT
			test_name           VARCHAR
			org_itemid!         BIGINT
			org_name!           VARCHAR
			isolate_num         INTEGER
			quantity            VARCHAR
			ab_itemid           BIGINT
			ab_name             VARCHAR
			dilution_text       VARCHAR
			dilution_comparison VARCHAR
			dilution_value      DOUBLE
			interpretation      VARCHAR
			comments            VARCHAR`)},
	{Schema: hosp, Name: "omr", Columns: columns(`
			subject_id   BIGINT
			chartdate    DATE
			seq_num      INTEGER
			result_name  VARCHAR
			result_value VARCHAR`)},
	{Schema: hosp, Name: "patients", Required: true, Columns: columns(`
			subject_id!       BIGINT
			gender!           VARCHAR
			anchor_age!       INTEGER
			anchor_year!      INTEGER
			anchor_year_group VARCHAR
			dod!              DATE`)},
	{Schema: hosp, Name: "pharmacy", Columns: columns(`
			subject_id        BIGINT
			hadm_id           BIGINT
			pharmacy_id       BIGINT
			poe_id            VARCHAR
			starttime         TIMESTAMP
			stoptime          TIMESTAMP
			medication        VARCHAR
			proc_type         VARCHAR
			status            VARCHAR
			entertime         TIMESTAMP
			verifiedtime      TIMESTAMP
			route             VARCHAR
			frequency         VARCHAR
			disp_sched        VARCHAR
			infusion_type     VARCHAR
			sliding_scale     VARCHAR
			lockout_interval  VARCHAR
			basal_rate        DOUBLE
			one_hr_max        VARCHAR
			doses_per_24_hrs  DOUBLE
			duration          DOUBLE
			duration_interval VARCHAR
			expiration_value  DOUBLE
			expiration_unit   VARCHAR
			expirationdate    TIMESTAMP
			dispensation      VARCHAR
			fill_quantity     VARCHAR`)},
	{Schema: hosp, Name: "poe", Columns: columns(`
			poe_id!                VARCHAR
			poe_seq                INTEGER
			subject_id!            BIGINT
			hadm_id!               BIGINT
			ordertime!             TIMESTAMP
			order_type!            VARCHAR
			order_subtype!         VARCHAR
			transaction_type       VARCHAR
			discontinue_of_poe_id  VARCHAR
			discontinued_by_poe_id VARCHAR
			order_provider_id      VARCHAR
			order_status           VARCHAR`)},
	{Schema: hosp, Name: "poe_detail", Columns: columns(`
			poe_id!      VARCHAR
			poe_seq      INTEGER
			subject_id   BIGINT
			field_name   VARCHAR
			field_value! VARCHAR`)},
	{Schema: hosp, Name: "prescriptions", Required: true, Columns: columns(`
			subject_id!       BIGINT
			hadm_id!          BIGINT
			pharmacy_id       BIGINT
			poe_id            VARCHAR
			poe_seq           INTEGER
			order_provider_id VARCHAR
			starttime!        TIMESTAMP
			stoptime!         TIMESTAMP
			drug_type!        VARCHAR
			drug!             VARCHAR
			formulary_drug_cd VARCHAR
			gsn               VARCHAR
			ndc               VARCHAR
			prod_strength     VARCHAR
			form_rx           VARCHAR
			dose_val_rx       VARCHAR
			dose_unit_rx      VARCHAR
			form_val_disp     VARCHAR
			form_unit_disp    VARCHAR
			doses_per_24_hrs  DOUBLE
			route!            VARCHAR`)},
	{Schema: hosp, Name: "procedures_icd", Columns: columns(`
			subject_id  BIGINT
			hadm_id     BIGINT
			seq_num     INTEGER
			chartdate   DATE
			icd_code    VARCHAR
			icd_version INTEGER`)},
	{Schema: hosp, Name: "provider", Columns: columns(`
			provider_id VARCHAR`)},
	{Schema: hosp, Name: "services", Required: true, Columns: columns(`
			subject_id    BIGINT
			hadm_id!      BIGINT
			transfertime! TIMESTAMP
			prev_service  VARCHAR
			curr_service! VARCHAR`)},
	{Schema: hosp, Name: "transfers", Columns: columns(`
			subject_id  BIGINT
			hadm_id     BIGINT
			transfer_id BIGINT
			eventtype   VARCHAR
			careunit    VARCHAR
			intime      TIMESTAMP
			outtime     TIMESTAMP`)},
}
