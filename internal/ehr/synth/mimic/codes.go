package mimic

import (
	"strings"

	"m4bench/internal/ehr/synth/course"
)

// code is a diagnosis in one version of the classification.
type code struct {
	text    string
	version int
	title   string
}

// coding lists the codes that stand for a condition: the everyday ones, and the
// rest of those that mean the same, which are used seldom.
type coding struct {
	condition course.Chronic
	title     string
	usual9    string
	usual10   string
	rare9     string
	rare10    string
}

// codings cover the conditions of comorbidity scores with every code that counts.
var codings = []coding{
	{condition: course.Hypertension, title: "Hypertension", usual9: "4019", usual10: "I10", rare9: "4010 4011 40200 40310 40390 40490", rare10: "I119 I129 I1310 I150"},
	{condition: course.Hyperlipidemia, title: "Hyperlipidemia", usual9: "2724 2720", usual10: "E785 E780", rare9: "2722", rare10: "E782"},
	{condition: course.Diabetes, title: "Diabetes mellitus without complication", usual9: "25000", usual10: "E119", rare9: "25001 25010 25020 25030 25080 25090", rare10: "E100 E101 E106 E108 E109 E110 E1110 E1165 E118 E120 E121 E126 E128 E129 E130 E131 E136 E138 E139 E140 E141 E146 E148 E149"},
	{condition: course.DiabetesDamage, title: "Diabetes mellitus with complications", usual9: "25060 25040", usual10: "E1140 E1122", rare9: "25050 25070", rare10: "E102 E103 E104 E105 E107 E1121 E11319 E1151 E117 E122 E123 E124 E125 E127 E132 E133 E134 E135 E137 E142 E143 E144 E145 E147"},
	{condition: course.HeartFailure, title: "Heart failure", usual9: "4280 42832 42822", usual10: "I5022 I5032 I509", rare9: "39891 40201 40211 40291 40401 40403 40411 40413 40491 40493 4254 4255 4257 4258 4259", rare10: "I43 I099 I110 I130 I132 I255 I420 I425 I426 I427 I428 I429 P290"},
	{condition: course.CoronaryDisease, title: "Coronary artery disease", usual9: "41401", usual10: "I2510", rare9: "41400 4148", rare10: "I259 I25110"},
	{condition: course.OldInfarct, title: "Old myocardial infarction", usual9: "412", usual10: "I252", rare9: "41012 41091", rare10: "I2101 I214 I220 I229"},
	{condition: course.AtrialFibrillation, title: "Atrial fibrillation", usual9: "42731", usual10: "I4891 I480", rare9: "42732", rare10: "I482"},
	{condition: course.VesselDisease, title: "Peripheral vascular disease", usual9: "4439 44021", usual10: "I739 I70213", rare9: "0930 4373 4400 4408 4410 4414 4431 4432 4438 4471 5571 5579 V434", rare10: "I700 I714 I719 I731 I738 I771 I790 I792 K551 K558 K559 Z958 Z959"},
	{condition: course.OldStroke, title: "Cerebrovascular disease", usual9: "43811 4389", usual10: "I6932 I69351", rare9: "36234 430 431 4321 43310 43491 4359 436 4379 4370", rare10: "G450 G459 G463 H340 I609 I619 I620 I639 I640 I652 I669 I671 I680"},
	{condition: course.Dementia, title: "Dementia", usual9: "29410 2900", usual10: "F0390 G309", rare9: "29020 2903 2904 2941 29411 3312", rare10: "F000 F0150 F0280 F051 G311"},
	{condition: course.LungDisease, title: "Chronic lung disease", usual9: "496 49390", usual10: "J449 J45909", rare9: "4168 4169 490 4911 4928 4940 4950 500 501 502 503 504 505 5064 5081 5088", rare10: "I278 I279 J40 J410 J42 J439 J449 J479 J60 J61 J620 J630 J64 J65 J660 J670 J684 J701 J703"},
	{condition: course.Rheumatic, title: "Connective tissue disease", usual9: "7140 7100", usual10: "M069 M329", rare9: "4465 7101 7102 7103 7104 7141 7142 7148 725", rare10: "M0500 M315 M3210 M3300 M340 M351 M353 M360"},
	{condition: course.Ulcer, title: "Peptic ulcer", usual9: "53190 53390", usual10: "K259 K279", rare9: "53140 53240 53400", rare10: "K254 K264 K289"},
	{condition: course.Hepatitis, title: "Chronic liver disease", usual9: "5718 07054", usual10: "K760 B182", rare9: "0706 0709 07022 07023 07032 07033 07044 570 5710 5733 5734 5738 5739 V427", rare10: "B180 K700 K701 K702 K709 K713 K714 K715 K717 K730 K762 K763 K764 K768 K769 Z944"},
	{condition: course.Cirrhosis, title: "Cirrhosis and its consequences", usual9: "5715 5712", usual10: "K7460 K7030", rare9: "4560 4561 4562 45621 5722 5723 5724 5728", rare10: "I8501 I859 I864 I982 K704 K711 K721 K729 K765 K766 K767"},
	{condition: course.Paraplegia, title: "Paraplegia or hemiplegia", usual9: "3441 34290", usual10: "G8220 G8190", rare9: "3341 3430 3440 3442 3443 3444 34460 3445 3449", rare10: "G041 G114 G801 G802 G830 G831 G832 G833 G834 G839"},
	{condition: course.KidneyDisease, title: "Chronic kidney disease", usual9: "5859 5853 5854", usual10: "N189 N183 N184", rare9: "5820 5830 5837 5852 5855 586 5880 40301 40311 40391 40402 40403 40412 40413 40492 40493 V420", rare10: "I120 I131 N032 N037 N052 N057 N19 N181 N185 N250 Z940"},
	{condition: course.Dialysis, title: "End stage renal disease", usual9: "5856 V4511", usual10: "N186 Z992", rare9: "V560 V451", rare10: "Z490 Z491 Z492"},
	{condition: course.Cancer, title: "Malignant neoplasm", usual9: "1629 1749 185", usual10: "C3490 C50919 C61", rare9: "140 1519 1539 1629 1720 1740 1830 1890 1919 1958", rare10: "C000 C169 C189 C260 C300 C349 C37 C40 C419 C439 C450 C509 C58 C609 C649 C719 C760 C97"},
	{condition: course.BloodCancer, title: "Malignancy of blood or lymph", usual9: "20280 20500", usual10: "C8330 C9200", rare9: "20000 20140 20238 20240 20248 20250 20300 20302 20310 20312 20382 20400 20522 20580 20702 20720 20892 2386 2733", rare10: "C810 C820 C859 C880 C900 C910 C930 C940 C950 C96"},
	{condition: course.Metastases, title: "Metastatic cancer", usual9: "1970 1985", usual10: "C787 C7951", rare9: "1960 1963 1983 1990 1991 20970 20971 20972 20973 20974 20975 20979 78951", rare10: "C770 C779 C780 C793 C800"},
	{condition: course.AIDS, title: "HIV disease", usual9: "042", usual10: "B20", rare9: "043 044", rare10: "B21 B22 B24"},
	{condition: course.Smoker, title: "History of tobacco use", usual9: "V1582", usual10: "Z87891", rare9: "3051", rare10: "F17210"},
}

// beside are codes next to those that count for a score, and do not count.
const (
	beside9 = "409 4110 4111 4139 4149 4270 4293 4253 426 40200 40210 40290 40400 40410 40490 4372 4374 4430 4423 4470 4472 5570 5578 " +
		"V433 V435 0929 0931 36233 36235 4299 439 289 291 2940 2942 3311 3313 489 506 5063 5065 4167 5080 5082 5087 5089 724 726 7099 7105 " +
		"7109 7139 7143 7147 7149 530 535 569 0707 0708 07020 07021 07031 07042 07043 07053 07055 5729 5730 5731 5735 V426 V428 2505 2510 2499 " +
		"340 341 3340 3342 3447 3448 3439 581 584 5849 587 5881 5838 58381 40300 40310 40400 40410 V421 V450 V452 V55 V57 139 1739 1730 1732 " +
		"1959 1992 209 20959 20976 2385 23875 2387 20239 20249 20383 20523 20579 20703 20719 20893 2732 2734 78950 78952 045 041 4563 5720 5721 5851 58089 583"
	beside10 = "I20 I23 I240 I251 I253 I42 I421 I424 I44 I49 I51 I111 I119 I129 I131 I100 I256 I098 I72 I730 I732 I740 I770 I772 I789 I791 K550 K557 " +
		"Z957 Z960 G44 G47 I59 I70 H341 F04 F050 F06 G310 G312 J39 J48 J59 J68 J680 J683 J700 J702 J704 I277 I280 M04 M07 M31 M316 M35 M350 M352 " +
		"M354 M361 K24 K29 B17 B19 K703 K705 K712 K716 K718 K719 K72 K75 K761 K77 Z943 Z945 E10 E15 E089 E09 G040 G042 G113 G800 G803 G80 G835 G838 G84 " +
		"N17 N179 N20 N031 N038 N051 N058 V420XXA V434XXA V451XXA V427XXA V56XXXA C7A090 C7B8 N251 Z493 Z941 Z991 Z993 C27 C29 C35 C36 C42 C44 C59 C77 C86 C801 C809 I851 I863 I865 I981 K710 K720 B19 B23 B25 C97 C883 C965"
)

func codesOf(list string, version int, title string) []code {
	var codes []code
	for _, text := range strings.Fields(list) {
		codes = append(codes, code{text, version, title})
	}
	return codes
}

// other are everyday diagnoses that count for no score.
var other9 = codesOf("5849 53081 2859 2851 5990 486 51881 2762 2761 2768 5180 5119 78552 99592 42789 78039 30000 311 2449 27800 V5861 99811 4589 2875 56400", 9, "Other diagnosis")

var other10 = codesOf("N179 K219 D649 D62 N390 J189 J9601 E872 E871 E876 J9811 J90 R6521 A419 I959 R569 F419 F329 E039 E669 Z7901 D696 K5900 Z66 G4733", 10, "Other diagnosis")
