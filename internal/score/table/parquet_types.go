package table

import (
	"errors"
	"fmt"
	"math/big"
	"strconv"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// converter gives the function that makes cells of a kind from the values of a
// Parquet column. Texts are read by the rules for csv, whatever the kind.
func converter(column parquet.LeafColumn, kind Kind, texts *Dictionary) (func(parquet.Value) Cell, error) {
	if column.MaxRepetitionLevel > 0 || len(column.Path) > 1 {
		return nil, errors.New("nested values cannot be read")
	}
	kindOfFile := column.Node.Type()
	var logical format.LogicalTypeValue
	if t := kindOfFile.LogicalType(); t != nil {
		logical = t.Value
	}
	var convert func(parquet.Value) Cell
	switch l := logical.(type) {
	case *format.TimestampType:
		convert = instants(kind, l)
	case *format.DateType:
		convert = dates(kind)
	case *format.DecimalType:
		return decimals(kindOfFile.Kind(), l.Scale, kind, texts), nil
	default:
		convert = plain(kindOfFile.Kind(), kind, texts)
	}
	if convert == nil {
		return nil, fmt.Errorf("%s in the file cannot be read as the type that the task declares", kindOfFile)
	}
	return convert, nil
}

func instants(kind Kind, t *format.TimestampType) func(parquet.Value) Cell {
	if kind != Instant {
		return nil
	}
	switch t.Unit.Value.(type) {
	case *format.MilliSeconds:
		return func(v parquet.Value) Cell { return Cell(v.Int64() * 1000) }
	case *format.NanoSeconds:
		return func(v parquet.Value) Cell { return Cell(v.Int64() / 1000) }
	}
	return func(v parquet.Value) Cell { return Cell(v.Int64()) }
}

func dates(kind Kind) func(parquet.Value) Cell {
	if kind != Instant {
		return nil
	}
	return func(v parquet.Value) Cell { return Cell(int64(v.Int32()) * day) }
}

// plain converts values without a special meaning, by their physical type.
func plain(physical parquet.Kind, kind Kind, texts *Dictionary) func(parquet.Value) Cell {
	switch physical {
	case parquet.ByteArray, parquet.FixedLenByteArray:
		return func(v parquet.Value) Cell { return Parse(v.ByteArray(), kind, texts) }
	case parquet.Boolean:
		return numbers(kind, func(v parquet.Value) float64 {
			if v.Boolean() {
				return 1
			}
			return 0
		})
	case parquet.Int32:
		if kind == Identifier {
			return func(v parquet.Value) Cell { return Cell(int64(v.Int32())) }
		}
		return numbers(kind, func(v parquet.Value) float64 { return float64(v.Int32()) })
	case parquet.Int64:
		if kind == Identifier {
			return func(v parquet.Value) Cell { return Cell(v.Int64()) }
		}
		return numbers(kind, func(v parquet.Value) float64 { return float64(v.Int64()) })
	case parquet.Float:
		return numbers(kind, func(v parquet.Value) float64 { return float64(v.Float()) })
	case parquet.Double:
		return numbers(kind, parquet.Value.Double)
	}
	return nil
}

// numbers makes cells of floats for every kind that can hold one.
func numbers(kind Kind, value func(parquet.Value) float64) func(parquet.Value) Cell {
	switch kind {
	case Number, Integer:
		return func(v parquet.Value) Cell { return floatCell(value(v)) }
	case Boolean:
		return func(v parquet.Value) Cell {
			if f := value(v); f == 0 || f == 1 {
				return floatCell(f)
			}
			return Unreadable
		}
	case Identifier:
		return func(v parquet.Value) Cell {
			f := value(v)
			if f != float64(int64(f)) || f > largestIdentifier || f < -largestIdentifier {
				return Unreadable
			}
			return Cell(int64(f))
		}
	}
	return nil
}

// decimals writes the digits and reads them as a csv field, so that the double
// is the one nearest to the decimal.
func decimals(physical parquet.Kind, scale int32, kind Kind, texts *Dictionary) func(parquet.Value) Cell {
	suffix := "e-" + strconv.Itoa(int(scale))
	var digits []byte
	return func(v parquet.Value) Cell {
		digits = digits[:0]
		switch physical {
		case parquet.Int32:
			digits = strconv.AppendInt(digits, int64(v.Int32()), 10)
		case parquet.Int64:
			digits = strconv.AppendInt(digits, v.Int64(), 10)
		default:
			digits = bigEndian(v.ByteArray()).Append(digits, 10)
		}
		return Parse(append(digits, suffix...), kind, texts)
	}
}

// bigEndian reads a number in two's complement.
func bigEndian(b []byte) *big.Int {
	n := new(big.Int).SetBytes(b)
	if len(b) > 0 && b[0] >= 0x80 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(len(b))*8))
	}
	return n
}
