package ehr

var mimicICU = []Table{
	{Schema: icu, Name: "caregiver", Columns: columns(`
			caregiver_id BIGINT`)},
	{Schema: icu, Name: "chartevents", Required: true, Cluster: []string{"itemid", "stay_id", "charttime"}, Columns: columns(`
			subject_id!  BIGINT
			hadm_id!     BIGINT
			stay_id!     BIGINT
			caregiver_id BIGINT
			charttime!   TIMESTAMP
			storetime!   TIMESTAMP
			itemid!      BIGINT
			value!       VARCHAR
			valuenum!    DOUBLE
			valueuom     VARCHAR
			warning      INTEGER`)},
	{Schema: icu, Name: "d_items", Columns: columns(`
			itemid!         BIGINT
			label!          VARCHAR
			abbreviation    VARCHAR
			linksto         VARCHAR
			category        VARCHAR
			unitname        VARCHAR
			param_type      VARCHAR
			lownormalvalue  DOUBLE
			highnormalvalue DOUBLE`)},
	{Schema: icu, Name: "datetimeevents", Columns: columns(`
			subject_id   BIGINT
			hadm_id      BIGINT
			stay_id      BIGINT
			caregiver_id BIGINT
			charttime    TIMESTAMP
			storetime    TIMESTAMP
			itemid       BIGINT
			value        TIMESTAMP
			valueuom     VARCHAR
			warning      INTEGER`)},
	{Schema: icu, Name: "icustays", Required: true, Columns: columns(`
			subject_id!    BIGINT
			hadm_id!       BIGINT
			stay_id!       BIGINT
			first_careunit VARCHAR
			last_careunit  VARCHAR
			intime!        TIMESTAMP
			outtime!       TIMESTAMP
			los            DOUBLE`)},
	{Schema: icu, Name: "ingredientevents", Columns: columns(`
			subject_id        BIGINT
			hadm_id           BIGINT
			stay_id           BIGINT
			caregiver_id      BIGINT
			starttime         TIMESTAMP
			endtime           TIMESTAMP
			storetime         TIMESTAMP
			itemid            BIGINT
			amount            DOUBLE
			amountuom         VARCHAR
			rate              DOUBLE
			rateuom           VARCHAR
			orderid           BIGINT
			linkorderid       BIGINT
			statusdescription VARCHAR
			originalamount    DOUBLE
			originalrate      DOUBLE`)},
	{Schema: icu, Name: "inputevents", Required: true, Columns: columns(`
			subject_id                    BIGINT
			hadm_id                       BIGINT
			stay_id!                      BIGINT
			caregiver_id                  BIGINT
			starttime!                    TIMESTAMP
			endtime!                      TIMESTAMP
			storetime                     TIMESTAMP
			itemid!                       BIGINT
			amount!                       DOUBLE
			amountuom                     VARCHAR
			rate!                         DOUBLE
			rateuom!                      VARCHAR
			orderid!                      BIGINT
			linkorderid!                  BIGINT
			ordercategoryname             VARCHAR
			secondaryordercategoryname    VARCHAR
			ordercomponenttypedescription VARCHAR
			ordercategorydescription      VARCHAR
			patientweight!                DOUBLE
			totalamount                   DOUBLE
			totalamountuom                VARCHAR
			isopenbag                     INTEGER
			continueinnextdept            INTEGER
			statusdescription             VARCHAR
			originalamount                DOUBLE
			originalrate                  DOUBLE`)},
	{Schema: icu, Name: "outputevents", Required: true, Columns: columns(`
			subject_id   BIGINT
			hadm_id      BIGINT
			stay_id!     BIGINT
			caregiver_id BIGINT
			charttime!   TIMESTAMP
			storetime    TIMESTAMP
			itemid!      BIGINT
			value!       DOUBLE
			valueuom     VARCHAR`)},
	{Schema: icu, Name: "procedureevents", Required: true, Columns: columns(`
			subject_id               BIGINT
			hadm_id                  BIGINT
			stay_id!                 BIGINT
			caregiver_id             BIGINT
			starttime!               TIMESTAMP
			endtime!                 TIMESTAMP
			storetime                TIMESTAMP
			itemid!                  BIGINT
			value!                   DOUBLE
			valueuom                 VARCHAR
			location!                VARCHAR
			locationcategory         VARCHAR
			orderid                  BIGINT
			linkorderid              BIGINT
			ordercategoryname        VARCHAR
			ordercategorydescription VARCHAR
			patientweight            DOUBLE
			isopenbag                INTEGER
			continueinnextdept       INTEGER
			statusdescription        VARCHAR
			originalamount           DOUBLE
			originalrate             DOUBLE`)},
}
