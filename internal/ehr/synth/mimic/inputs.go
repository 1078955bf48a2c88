package mimic

import (
	"m4bench/internal/ehr/synth/course"
	"m4bench/internal/ehr/synth/store"
)

// write adds a row to inputevents, and to ingredientevents.
func (f *infuser) write(it drugItem, d *dose) {
	hours := float64(d.to-d.from) / course.Hour
	amount := d.amount
	if amount == 0 && d.rate != 0 && !d.given {
		amount = rounded(amountOf(d, it, hours), 4)
	}
	order := f.nextOrder()
	b := f.batch.table("inputevents")
	f.round(d.from)
	f.idsAndTimes(b, d)
	b.Long(it.id)
	b.Real(amount)
	b.Text(it.total)
	if d.rate == 0 && !d.rated {
		b.Null(2)
	} else {
		b.Real(d.rate)
		b.Text(d.unit)
	}
	b.Long(order)
	b.Long(d.link)
	category := "01-Drips"
	description := "Continuous Med"
	if d.pushed {
		category, description = "05-Med Bolus", "Drug Push"
	}
	b.Text(category)
	b.Null(1)
	b.Text("Main order parameter")
	b.Text(description)
	b.Real(d.weight)
	b.Real(250)
	b.Text("ml")
	b.Int(0)
	b.Int(0)
	b.Text(d.status)
	b.Real(amount)
	b.Real(d.rate)
	b.End()
	f.ingredients(it, d, order)
}

var (
	water    = add(220490, "Water", "ingredientevents", "Ingredients", "mL", "Ingredient")
	ivFluid  = add(227074, "IVF ingredient", "ingredientevents", "Ingredients", "mL", "Ingredient")
	nutrient = add(226221, "Enteral Nutrition Ingredient", "ingredientevents", "Ingredients", "mL", "Ingredient")
)

// ingredients writes what a volume consists of.
func (f *infuser) ingredients(it drugItem, d *dose, order int64) {
	list := []*item{water, ivFluid}
	if it.item == feeding.item {
		list = []*item{water, nutrient}
	} else if f.r.Chance(0.7) {
		list = list[:1]
	}
	hours := float64(d.to-d.from) / course.Hour
	for _, part := range list {
		b := f.batch.table("ingredientevents")
		f.idsAndTimes(b, d)
		b.Long(part.id)
		b.Real(rounded(max(hours*20, 1), 2))
		b.Text("ml")
		b.Real(20)
		b.Text("mL/hour")
		b.Long(order)
		b.Long(d.link)
		b.Text(d.status)
		b.Real(0)
		b.Real(20)
		b.End()
	}
}

func amountOf(d *dose, it drugItem, hours float64) float64 {
	switch {
	case d.unit == "mcg/kg/min":
		return d.rate * d.weight * 60 * hours / 1000
	case d.unit == "mg/kg/min":
		return d.rate * d.weight * 60 * hours
	case d.unit == "mcg/min":
		return d.rate * 60 * hours / 1000
	case d.unit == "units/min":
		return d.rate * 60 * hours
	case d.unit == "mg/kg/hour":
		return d.rate * d.weight * hours
	case d.unit == "ng/kg/min":
		return d.rate * d.weight * 60 * hours / 1_000_000
	default:
		return d.rate * hours
	}
}

func (f *infuser) idsAndTimes(b *store.Block, d *dose) {
	b.Long(f.who.subject)
	b.Long(f.who.hadm)
	b.Long(f.who.stay)
	b.Long(firstCaregiver + int64(f.nurse))
	b.Time(d.from)
	b.Time(d.to)
	b.Time(d.from + int64(f.delay)*course.Minute)
}
