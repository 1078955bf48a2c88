package synth

import (
	"context"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"

	"m4bench/internal/duck"
	"m4bench/internal/ehr"
	"m4bench/internal/testdata"
)

// made opens a synthetic database made for a test.
func made(t *testing.T, o Options) (*duck.DB, Manifest) {
	t.Helper()
	o.Path = filepath.Join(t.TempDir(), "made.duckdb")
	m := generate(t, o)
	db, err := duck.Open(context.Background(), duck.Options{Path: o.Path, ReadOnly: true, Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db, m
}

// none asserts that a query counts nothing.
func none(t *testing.T, db *duck.DB, what, from string) {
	t.Helper()
	n, err := db.QueryInt(context.Background(), "SELECT count(*) FROM "+from)
	if err != nil {
		t.Errorf("%s: %v", what, err)
	} else if n != 0 {
		t.Errorf("%s: %d", what, n)
	}
}

func TestMIMICIsConsistent(t *testing.T) {
	db, m := made(t, Options{Source: ehr.MIMICIV, Stays: 300, Seed: 11})
	none(t, db, "subjects twice", "(SELECT subject_id FROM mimiciv_hosp.patients GROUP BY ALL HAVING count(*) > 1)")
	none(t, db, "admissions twice", "(SELECT hadm_id FROM mimiciv_hosp.admissions GROUP BY ALL HAVING count(*) > 1)")
	none(t, db, "stays twice", "(SELECT stay_id FROM mimiciv_icu.icustays GROUP BY ALL HAVING count(*) > 1)")
	none(t, db, "admissions of nobody", "mimiciv_hosp.admissions ANTI JOIN mimiciv_hosp.patients USING (subject_id)")
	none(t, db, "stays of no admission", "mimiciv_icu.icustays ANTI JOIN mimiciv_hosp.admissions USING (subject_id, hadm_id)")
	for _, table := range []string{"chartevents", "inputevents", "outputevents", "procedureevents", "datetimeevents", "ingredientevents"} {
		none(t, db, table+" of no stay", "mimiciv_icu."+table+" ANTI JOIN mimiciv_icu.icustays USING (subject_id, hadm_id, stay_id)")
		none(t, db, table+" of an unknown item", "mimiciv_icu."+table+" ANTI JOIN mimiciv_icu.d_items USING (itemid)")
	}
	none(t, db, "results of an unknown item", "mimiciv_hosp.labevents ANTI JOIN mimiciv_hosp.d_labitems USING (itemid)")
	none(t, db, "codes without title", "mimiciv_hosp.diagnoses_icd ANTI JOIN mimiciv_hosp.d_icd_diagnoses USING (icd_code, icd_version)")
	none(t, db, "results of a foreign admission", "mimiciv_hosp.labevents l JOIN mimiciv_hosp.admissions a USING (hadm_id) WHERE a.subject_id <> l.subject_id")
	none(t, db, "specimens of two patients or times", "(SELECT specimen_id FROM mimiciv_hosp.labevents GROUP BY ALL HAVING count(DISTINCT (subject_id, charttime)) > 1)")
	none(t, db, "results twice", "(SELECT labevent_id FROM mimiciv_hosp.labevents GROUP BY ALL HAVING count(*) > 1)")
	none(t, db, "stays that overlap", "mimiciv_icu.icustays a JOIN mimiciv_icu.icustays b ON a.subject_id = b.subject_id AND a.stay_id < b.stay_id AND a.intime < b.outtime AND b.intime < a.outtime")
	none(t, db, "stays that end before they begin", "mimiciv_icu.icustays WHERE outtime <= intime")
	none(t, db, "times outside two centuries", "mimiciv_icu.chartevents WHERE charttime NOT BETWEEN '2100-01-01' AND '2230-01-01' OR storetime < charttime")
	none(t, db, "rows far from the stay", "mimiciv_icu.chartevents c JOIN mimiciv_icu.icustays USING (stay_id) WHERE c.charttime NOT BETWEEN intime - INTERVAL 80 DAY AND outtime + INTERVAL 80 DAY")
	none(t, db, "results stored before they were drawn", "mimiciv_hosp.labevents WHERE storetime < charttime")
	none(t, db, "numbers that are not their text", "mimiciv_icu.chartevents WHERE valuenum IS NOT NULL AND try_cast(value AS DOUBLE) IS NOT NULL AND try_cast(value AS DOUBLE) <> valuenum AND itemid NOT IN (223900, 220739, 223901)")
	for _, table := range m.Tables {
		if table.Rows == 0 {
			t.Errorf("%s.%s is empty", table.Schema, table.Table)
		}
	}
}

func TestBigTablesAreStoredInTheirOrder(t *testing.T) {
	db, _ := made(t, Options{Source: ehr.MIMICIV, Stays: 120, Seed: 12})
	for _, table := range []string{"mimiciv_icu.chartevents", "mimiciv_hosp.labevents"} {
		database, _ := ehr.Lookup(ehr.MIMICIV)
		declared, _ := database.Table(table)
		key := "(" + strings.Join(declared.Cluster, ", ") + ")"
		none(t, db, table+" out of order", fmt.Sprintf("(SELECT %s AS key, lag(%s) OVER (ORDER BY rowid) AS before FROM %s) WHERE before > key", key, key, table))
	}
}

func TestEICUIsConsistent(t *testing.T) {
	db, m := made(t, Options{Source: ehr.EICU, Stays: 300, Seed: 13})
	none(t, db, "stays twice", "(SELECT patientunitstayid FROM eicu_crd.patient GROUP BY ALL HAVING count(*) > 1)")
	none(t, db, "two patients in one hospital stay", "(SELECT patienthealthsystemstayid FROM eicu_crd.patient GROUP BY ALL HAVING count(DISTINCT uniquepid) > 1)")
	none(t, db, "unknown hospitals", "eicu_crd.patient ANTI JOIN eicu_crd.hospital USING (hospitalid)")
	for _, table := range []string{"nursecharting", "physicalexam", "intakeoutput", "apacheapsvar", "apachepredvar", "respiratorycare", "lab", "medication", "treatment", "diagnosis", "infusiondrug", "vitalaperiodic", "admissiondx"} {
		none(t, db, table+" of no stay", "eicu_crd."+table+" ANTI JOIN eicu_crd.patient USING (patientunitstayid)")
		if !hasRows(m, table) {
			t.Errorf("%s is empty", table)
		}
	}
	for _, table := range []string{"apacheapsvar", "apachepredvar"} {
		none(t, db, table+" twice", "(SELECT patientunitstayid FROM eicu_crd."+table+" GROUP BY ALL HAVING count(*) > 1)")
	}
}

func hasRows(m Manifest, table string) bool {
	for _, c := range m.Tables {
		if c.Table == table {
			return c.Rows > 0
		}
	}
	return false
}

// used are the items that the references read, by the column that holds them.
var used = map[string][]string{
	"mimiciv_icu.chartevents": {"220045 220210 220277 220179 220180 220181 220050 220051 220052 225309 225310 225312 223761 223762 224642 225664 220621 226537",
		"220739 223900 223901 226512 224639 226531 226730 226707 223835 224690 224688 224689 224684 224685 224686 224687 224691 224696 220339 224700 223849 229314 223848",
		"223834 227582 227287 226732 220048 224650 224651 226479 226480 223758 220765 227989",
		"226118 227357 225725 226499 224154 225810 225959 227639 225183 227438 224191 225806 225807 228004 228005 228006 224144 224145 224149 224150 224151 224152 224153 224404 224406 226457",
		"224135 224139 224146 225323 225740 225776 225951 225952 225953 225954 225956 225958 225961 225963 225965 225976 225977 227124 227290 227638 227640 227753"},
	"mimiciv_icu.inputevents":     {"221906 221289 221662 221653 221749 222315 221986 227536 227525 222062 221555 229709 229764"},
	"mimiciv_icu.outputevents":    {"226559 226560 226561 226584 226563 226564 226565 226567 226557 226558 227488 227489"},
	"mimiciv_icu.procedureevents": {"225441 225802 225803 225805 225809 225955 224270 225436 225792 225794 225752 224263 224264 224267 224560"},
	"mimiciv_hosp.labevents": {"52033 50801 50802 50803 50804 50805 50806 50808 50809 50810 50811 50813 50814 50815 50816 50817 50818 50819 50820 50821 50822 50823 50824 50825",
		"50862 50930 50976 50868 50882 51006 50893 50902 50912 50931 50983 50971 51221 51222 51248 51249 51250 51265 51279 51277 51301 51300 51755 52159 52172",
		"51146 51200 51244 51245 51254 51256 51143 51144 52135 51251 51257 52069 52073 51199 51133 52769 52074 51253 52075 51218 51196 51214 51297 51237 51274 51275",
		"50861 50863 50878 50867 50885 50883 50884 50910 50911 50927 50954 51003 50963 50889"},
}

func TestThousandStaysHaveEveryItemAndName(t *testing.T) {
	db, _ := made(t, Options{Source: ehr.MIMICIV, Stays: 1000, Seed: 1})
	ctx := context.Background()
	for table, lists := range used {
		for _, id := range strings.Fields(strings.Join(lists, " ")) {
			n, err := db.QueryInt(ctx, "SELECT count(*) FROM "+table+" WHERE itemid = "+id)
			if err != nil {
				t.Fatal(err)
			}
			if n == 0 {
				t.Errorf("%s has no row of item %s", table, id)
			}
		}
	}
	none(t, db, "antibiotic names never prescribed", "(SELECT unnest(["+quoted("adoxa ampicillin augmentin cefepime cleocin zyvox zosyn vibramycin trimethoprim sulfisoxazole rifampin")+"]) AS name) n WHERE NOT EXISTS (FROM mimiciv_hosp.prescriptions WHERE lower(drug) LIKE '%' || n.name || '%')")
	none(t, db, "eye and ear routes never prescribed", "(SELECT unnest(["+quoted("OU OS OD AU AS AD TP")+"]) AS name) n WHERE NOT EXISTS (FROM mimiciv_hosp.prescriptions WHERE route = n.name)")
}

func quoted(words string) string {
	fields := strings.Fields(words)
	for i, w := range fields {
		fields[i] = duck.Literal(w)
	}
	return strings.Join(fields, ", ")
}

// Items must mean here what they mean in the real dictionaries.
func TestItemsAreNamedAsInTheOpenDemo(t *testing.T) {
	demo := filepath.Join(testdata.Shared(t), "data", "mimic-iv-demo")
	db, _ := made(t, Options{Source: ehr.MIMICIV, Stays: 50, Seed: 1})
	compareLabels(t, db, "mimiciv_icu.d_items", readLabels(t, filepath.Join(demo, "icu", "d_items.csv.gz")))
	compareLabels(t, db, "mimiciv_hosp.d_labitems", readLabels(t, filepath.Join(demo, "hosp", "d_labitems.csv.gz")))
}

func readLabels(t *testing.T, path string) map[string]string {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(unzipped).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	labels := map[string]string{}
	for _, row := range rows[1:] {
		labels[row[0]] = row[1]
	}
	return labels
}

func compareLabels(t *testing.T, db *duck.DB, table string, want map[string]string) {
	t.Helper()
	rows, err := db.Query(context.Background(), "SELECT CAST(itemid AS VARCHAR), label FROM "+table)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var id, label string
		if err := rows.Scan(&id, &label); err != nil {
			t.Fatal(err)
		}
		if real, known := want[id]; !known {
			t.Errorf("%s: %s %q is not in the real dictionary", table, id, label)
		} else if real != label {
			t.Errorf("%s: %s is %q, in the real dictionary %q", table, id, label, real)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}
