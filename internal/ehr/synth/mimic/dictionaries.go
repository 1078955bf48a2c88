package mimic

import (
	"slices"

	"m4bench/internal/ehr/synth/store"
)

// dictionaries fill the tables that do not depend on patients.
var dictionaries = map[string]func(*store.Block){
	"d_items":    itemDictionary,
	"d_labitems": labDictionary,
	"caregiver":  caregivers,
	"provider":   providerList,
	"d_icd_diagnoses": func(b *store.Block) {
		diagnosisDictionary(func(c code) {
			b.Text(c.text)
			b.Int(c.version)
			b.Text(c.title)
			b.End()
		})
	},
	"d_icd_procedures": procedureDictionary,
	"d_hcpcs":          outpatientDictionary,
}

func providerList(b *store.Block) {
	for _, p := range slices.Sorted(slices.Values(providers)) {
		b.Text(p)
		b.End()
	}
}

func procedureDictionary(b *store.Block) {
	for _, list := range [][]billed{billedBreathing, billedLine, billedDialysis, billedOperation, billedOther} {
		for _, c := range list {
			for i, text := range []string{c.code9, c.code10} {
				b.Text(text)
				b.Int(9 + i)
				b.Text(c.title)
				b.End()
			}
		}
	}
}

func outpatientDictionary(b *store.Block) {
	for _, h := range outpatient {
		b.Text(h.code)
		b.Null(1)
		b.Text(h.text)
		b.Text(h.text)
		b.End()
	}
}

func itemDictionary(b *store.Block) {
	for _, i := range orderOf(items) {
		it := items[i]
		b.Long(it.id)
		b.Text(it.label)
		b.Text(it.label)
		b.Text(it.linksTo)
		b.Text(it.category)
		b.TextOrNull(it.unit)
		b.Text(it.param)
		b.Null(2)
		b.End()
	}
}

func labDictionary(b *store.Block) {
	for _, i := range orderOf(labItems) {
		it := labItems[i]
		b.Long(it.id)
		b.Text(it.label)
		b.Text(it.fluid)
		b.Text(it.category)
		b.End()
	}
}

func caregivers(b *store.Block) {
	for i := range nurses {
		b.Long(int64(firstCaregiver + i))
		b.End()
	}
}
