package mimic

import (
	"strings"

	"m4bench/internal/ehr/synth/random"
)

// medication is something that can be prescribed.
type medication struct {
	name, route string
	dose, unit  string
	perDay      float64
	weight      float64
	base        string // fluid it comes in, as a row of its own
}

// everyday are the drugs most patients get.
var everyday = []medication{
	{"Insulin", "SC", "0", "UNIT", 4, 50, ""},
	{"Sodium Chloride 0.9%  Flush", "IV", "3", "mL", 3, 32, ""},
	{"Magnesium Sulfate", "IV", "2", "gm", 1, 22, "Sterile Water"},
	{"Furosemide", "IV", "40", "mg", 2, 22, ""},
	{"Potassium Chloride", "IV", "20", "mEq", 1, 17, "Bag"},
	{"Potassium Chloride", "PO", "40", "mEq", 1, 18, ""},
	{"Calcium Gluconate", "IV", "2", "gm", 1, 15, "5% Dextrose"},
	{"Acetaminophen", "PO/NG", "650", "mg", 3, 15, ""},
	{"Heparin", "SC", "5000", "UNIT", 3, 12, ""},
	{"Metoprolol Tartrate", "PO/NG", "25", "mg", 2, 12, ""},
	{"HYDROmorphone (Dilaudid)", "IV", "0.5", "mg", 4, 11, ""},
	{"Senna", "PO/NG", "1", "TAB", 2, 11, ""},
	{"Docusate Sodium", "PO/NG", "100", "mg", 2, 11, ""},
	{"Dextrose 50%", "IV", "12.5", "gm", 0.1, 10, ""},
	{"Ondansetron", "IV", "4", "mg", 1, 9, ""},
	{"Glucagon", "IM", "1", "mg", 0.05, 8, ""},
	{"Glucose Gel", "PO", "15", "g", 0.05, 7, ""},
	{"Warfarin", "PO/NG", "2.5", "mg", 1, 6, ""},
	{"OxyCODONE (Immediate Release)", "PO/NG", "5", "mg", 4, 6, ""},
	{"Aspirin", "PO/NG", "81", "mg", 1, 6, ""},
	{"Heparin Sodium", "IV", "25000", "UNIT", 1, 6, "5% Dextrose"},
	{"Morphine Sulfate", "IV", "2", "mg", 3, 6, ""},
	{"Bisacodyl", "PR", "10", "mg", 0.5, 6, ""},
	{"Lorazepam", "IV", "1", "mg", 2, 5, ""},
	{"Propofol", "IV DRIP", "1000", "mg", 3, 5, ""},
	{"PHENYLEPHrine", "IV DRIP", "60", "mg", 2, 4, "0.9% Sodium Chloride"},
	{"NORepinephrine", "IV DRIP", "8", "mg", 2, 4, "5% Dextrose"},
	{"Fentanyl Citrate", "IV DRIP", "2500", "mcg", 2, 4, "0.9% Sodium Chloride"},
	{"Polyethylene Glycol", "PO/NG", "17", "g", 1, 5, ""},
	{"Levothyroxine Sodium", "PO/NG", "75", "mcg", 1, 4, ""},
	{"Atorvastatin", "PO/NG", "40", "mg", 1, 5, ""},
	{"Albumin 25% (12.5g / 50mL)", "IV", "25", "g", 1, 4, ""},
	{"Influenza Vaccine Quadrivalent", "IM", "0.5", "mL", 0.1, 3, ""},
	{"Pantoprazole", "IV", "40", "mg", 2, 5, ""},
	{"Pantoprazole", "PO", "40", "mg", 1, 4, ""},
	{"Albuterol 0.083% Neb Soln", "IH", "1", "NEB", 4, 4, ""},
	{"Gabapentin", "PO/NG", "300", "mg", 3, 4, ""},
	{"HydrALAzine", "IV", "10", "mg", 2, 3, ""},
	{"Lactated Ringers", "IV", "1000", "mL", 1, 6, ""},
	{"Lidocaine 5% Patch", "TP", "1", "PTCH", 1, 2, ""},
	{"Artificial Tears", "BOTH EYES", "1", "DROP", 3, 0.5, ""},
	{"Latanoprost 0.005% Ophth. Soln.", "BOTH EYES", "1", "DROP", 1, 0.3, ""},
	{"Multivitamins", "PO/NG", "1", "TAB", 1, 2, ""},
	{"FoLIC Acid", "PO/NG", "1", "mg", 1, 2, ""},
	{"Amiodarone", "PO/NG", "200", "mg", 1, 2, ""},
	{"Lactulose", "PO/NG", "30", "mL", 3, 2, ""},
	{"Lisinopril", "PO/NG", "10", "mg", 1, 3, ""},
	{"Losartan Potassium", "PO/NG", "50", "mg", 1, 1, ""},
	{"Ketorolac", "IV", "15", "mg", 3, 1, ""},
	{"Ibuprofen", "PO", "400", "mg", 3, 0.8, ""},
}

var everydayWeights = weightsOf(everyday)

// antibiotics are those in everyday use, spelled in all the ways they are.
var antibiotics = []medication{
	{"Vancomycin", "IV", "1000", "mg", 2, 27, "Bag"},
	{"CefePIME", "IV", "2", "g", 2, 8.6, "Iso-Osmotic Dextrose"},
	{"Piperacillin-Tazobactam", "IV", "4.5", "g", 3, 6.5, "Iso-Osmotic Dextrose"},
	{"MetRONIDAZOLE (FLagyl)", "IV", "500", "mg", 3, 4.5, "Bag"},
	{"MetroNIDAZOLE", "PO/NG", "500", "mg", 3, 4, ""},
	{"CefTRIAXone", "IV", "1", "g", 1, 4.4, "Iso-Osmotic Dextrose"},
	{"CeftriaXONE", "IV", "1", "g", 1, 2, "Iso-Osmotic Dextrose"},
	{"Ciprofloxacin HCl", "PO/NG", "500", "mg", 2, 8, ""},
	{"Ciprofloxacin IV", "IV", "400", "mg", 2, 4.3, "Bag"},
	{"CefazoLIN", "IV", "2", "g", 3, 5.4, "Iso-Osmotic Dextrose"},
	{"Meropenem", "IV", "500", "mg", 4, 4.8, "Iso-Osmotic Dextrose"},
	{"Levofloxacin", "IV", "750", "mg", 1, 2.2, "Bag"},
	{"Levofloxacin", "PO/NG", "750", "mg", 1, 1.5, ""},
	{"Azithromycin ", "PO", "250", "mg", 1, 1.5, ""},
	{"Azithromycin", "IV", "500", "mg", 1, 1, "Bag"},
	{"Vancomycin Oral Liquid", "PO/NG", "125", "mg", 4, 2, ""},
	{"Ampicillin-Sulbactam", "IV", "3", "g", 4, 2, "0.9% Sodium Chloride (Mini Bag Plus)"},
	{"Sulfameth/Trimethoprim DS", "PO/NG", "1", "TAB", 2, 5, ""},
	{"Nafcillin", "IV", "2", "g", 6, 1, "Iso-Osmotic Dextrose"},
	{"Linezolid", "IV", "600", "mg", 2, 0.8, "Bag"},
	{"Tobramycin Sulfate", "IV", "400", "mg", 1, 0.8, "0.9% Sodium Chloride"},
	{"Gentamicin", "IV", "100", "mg", 2, 0.8, "0.9% Sodium Chloride"},
	{"Clindamycin", "IV", "600", "mg", 3, 0.8, "Bag"},
	{"Doxycycline Hyclate", "PO", "100", "mg", 2, 0.8, ""},
	{"Cephalexin", "PO", "500", "mg", 4, 0.6, ""},
	{"Mupirocin Nasal Ointment 2%", "NU", "1", "APPL", 2, 1.9, ""},
	{"Rifaximin", "PO/NG", "550", "mg", 2, 0.4, ""},
	{"Acyclovir", "IV", "500", "mg", 3, 0.8, ""},
	{"Fluconazole", "PO/NG", "200", "mg", 1, 1.2, ""},
}

var antibioticWeights = weightsOf(antibiotics)

func weightsOf(list []medication) []float64 {
	weights := make([]float64, len(list))
	for i := range list {
		weights[i] = list[i].weight
	}
	return weights
}

// seldomNames are names of antibiotics that few patients get: every one that a
// list of antibiotics has.
var seldomNames = strings.Split("Adoxa,Ala-Tet,Alodox,Amikacin,Amikin,Amoxicillin,Amphotericin B,Anidulafungin,Ancef,Amoxicillin-Clavulanate,Ampicillin Sodium,"+
	"Augmentin,Avelox,Avidoxy,Azactam,Azithromycin,Aztreonam,Cefuroxime Axetil,Bactocill,Bactrim DS,Bactroban,Bethkis,Biaxin,Bicillin L-A,Cayston,CefazoLIN,Cedax,"+
	"Cefoxitin,CefTAZidime,Cefaclor,Cefadroxil,Cefdinir,Cefditoren,CefePIME,Cefotan,CefoTEtan,Cefotaxime,Ceftaroline,Cefpodoxime Proxetil,Cefpirome,Cefprozil,"+
	"Ceftibuten,Ceftin,CefTRIAXone,Cefuroxime,Cephalexin,Cephalothin,Cephapririn,Chloramphenicol,Cipro,Ciprofloxacin,Claforan,Clarithromycin,Cleocin,Clindamycin,"+
	"Cubicin,DiCLOXacillin,Dirithromycin,Doryx,Doxycycline,Duricef,Dynacin,Ery-Tab,EryPed,Eryc,Erythrocin,Erythromycin,Factive,Flagyl,Fortaz,Furadantin,Garamycin,"+
	"Gentamicin,Kanamycin,Keflex,Kefzol,Ketek,Levaquin,Levofloxacin,Lincocin,Linezolid,Macrobid,Macrodantin,Maxipime,Mefoxin,Metronidazole,Meropenem,Methicillin,"+
	"Minocin,Minocycline,Monodox,Monurol,Morgidox,Moxatag,Moxifloxacin,Mupirocin,Myrac,Nafcillin,Neomycin Sulfate,Nicazel Doxy 30,Nitrofurantoin Monohyd (MacroBID),"+
	"Norfloxacin,Noroxin,Ocudox,Ofloxacin,Omnicef,Oracea,Oraxyl,Oxacillin,PC Pen VK,PCE Dispertab,Panixine,Pediazole,Penicillin G Potassium,Periostat,Pfizerpen,"+
	"Piperacillin,Tazobactam,Primsol,Proquin,Raniclor,Rifadin,Rifampin,Rocephin,SMZ-TMP,Septra,Septra DS,Solodyn,Spectracef,Streptomycin Sulfate,SulfaDIAZINE,"+
	"Sulfamethoxazole,Trimethoprim,Sulfatrim,Sulfisoxazole,Suprax,Synercid,Tazicef,Tetracycline HCl,Timentin,Tobramycin,Unasyn,Vancocin,Vancomycin,Vantin,Vibativ,"+
	"Vibra-Tabs,Vibramycin,Zinacef,Zithromax,Zosyn,Zyvox", ",")

// kidneyDrugs are every ACE inhibitor, receptor blocker and anti-inflammatory
// drug that a list has, and some that lists forget.
var kidneyDrugs = strings.Split("Benazepril,Captopril,Enalapril Maleate,Enalaprilat,Fosinopril,Lisinopril,Moexipril,Perindopril Erbumine,Quinapril,Ramipril,Trandolapril,"+
	"Zestril,Altace,Azilsartan,Edarbi,Candesartan,Atacand,Irbesartan,Avapro,Losartan Potassium,Cozaar,Olmesartan,Benicar,Telmisartan,Micardis,Valsartan,Diovan,"+
	"Sacubitril-Valsartan (24mg-26mg),Entresto,Eprosartan,Teveten,Aspirin EC,Bromfenac 0.09% Ophth,CeleBREX (celecoxib),Diclofenac Sodium,Diflunisal,Etodolac,Fenoprofen,"+
	"Flurbiprofen,Ibuprofen Suspension,Indomethacin,Ketoprofen,Mefenamic Acid,Meloxicam,Nabumetone,Naproxen,Nepafenac 0.1% Ophth,Oxaprozin,Piroxicam,Sulindac,Tolmetin,"+
	"Ketorolac,Salsalate,Aspirin (Rectal)", ",")

// lookalikes are prescriptions that mention an antibiotic and are none, or are
// one only by their text.
var lookalikes = []medication{
	{"Ciprofloxacin 0.3% Ophth Soln", "BOTH EYES", "1", "DROP", 4, 1, ""},
	{"Ofloxacin 0.3% Ophth Soln", "LEFT EYE", "1", "DROP", 4, 1, ""},
	{"Tobramycin 0.3% Ophth Soln", "RIGHT EYE", "1", "DROP", 4, 1, ""},
	{"Ciprofloxacin-Dexamethasone Otic", "BOTH EARS", "4", "DROP", 2, 1, ""},
	{"Ofloxacin Otic Soln", "LEFT EAR", "5", "DROP", 2, 1, ""},
	{"Neomycin-Polymyxin-HC Otic", "RIGHT EAR", "4", "DROP", 4, 1, ""},
	{"Moxifloxacin Drops", "OU", "1", "DROP", 4, 1, ""},
	{"Gentamicin Drops", "OS", "1", "DROP", 4, 1, ""},
	{"Tobramycin Drops", "OD", "1", "DROP", 4, 1, ""},
	{"Ciprofloxacin Drops", "AU", "4", "DROP", 2, 1, ""},
	{"Ofloxacin Drops", "AS", "4", "DROP", 2, 1, ""},
	{"Neomycin Drops", "AD", "4", "DROP", 2, 1, ""},
	{"Mupirocin Ointment 2%", "TP", "1", "APPL", 2, 1, ""},
	{"Erythromycin 0.5% Ophth Oint", "IH", "0.5", "in", 3, 1, ""},
	{"Mupirocin Cream 2%", "NU", "1", "APPL", 2, 1, ""},
	{"MetroNIDAZOLE Gel 0.75%-Vaginal", "VG", "1", "APPL", 1, 1, ""},
	{"Penicillin Desensitization", "IV", "1", "DOSE", 1, 1, ""},
	{"Gentamicin Irrigation", "IRR", "80", "mg", 1, 1, ""},
	{"Vancomycin Intravitreal", "INTRAVITREAL", "1", "mg", 1, 1, ""},
	{"Vancomycin Enema", "PR", "500", "mg", 3, 1, ""},
	{"Amikacin Intraventricular", "IVT", "30", "mg", 1, 1, ""},
	{"vancomycin lock", "au", "5", "mg", 1, 1, ""},
}

func seldom(r *random.Stream, name string) medication {
	route := []string{"IV", "PO/NG", "PO"}[r.Pick([]float64{5, 3, 2})]
	return medication{name, route, "500", "mg", 2, 1, ""}
}
