package mimic

import "m4bench/internal/ehr/synth/store"

// dictionaries fill the tables that do not depend on patients.
var dictionaries = map[string]func(*store.Block){
	"d_items":    itemDictionary,
	"d_labitems": labDictionary,
	"caregiver":  caregivers,
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
