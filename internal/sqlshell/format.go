package sqlshell

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"

	"github.com/duckdb/duckdb-go/v2"
)

func isNumeric(kind string) bool {
	switch kind {
	case "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT", "FLOAT", "DOUBLE":
		return true
	}
	return strings.HasPrefix(kind, "DECIMAL")
}

// format writes a value of a statement that is not streamed, as DuckDB would.
func format(v any, kind string) cell {
	switch v := v.(type) {
	case nil:
		return cell{null: true}
	case string:
		return cell{text: v}
	case []byte:
		return cell{text: string(v)}
	case float32:
		return cell{text: formatFloat(float64(v), 32)}
	case float64:
		return cell{text: formatFloat(v, 64)}
	case duckdb.Decimal:
		return cell{text: formatDecimal(v)}
	case *big.Int:
		return cell{text: v.String()}
	case time.Time:
		return cell{text: formatTime(v, kind)}
	default:
		return cell{text: fmt.Sprint(v)}
	}
}

// formatFloat writes the shortest decimal that reads back the same, with an
// exponent from 1e16 on.
func formatFloat(v float64, bits int) string {
	switch {
	case math.IsInf(v, 1):
		return "inf"
	case math.IsInf(v, -1):
		return "-inf"
	case math.IsNaN(v):
		return "nan"
	}
	if abs := math.Abs(v); abs != 0 && (abs < 1e-4 || abs >= 1e16) {
		return strconv.FormatFloat(v, 'e', -1, bits)
	}
	text := strconv.FormatFloat(v, 'f', -1, bits)
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	return text
}

// formatDecimal writes all declared digits after the point.
func formatDecimal(d duckdb.Decimal) string {
	digits, sign := new(big.Int).Abs(d.Value).String(), ""
	if d.Value.Sign() < 0 {
		sign = "-"
	}
	if d.Scale == 0 {
		return sign + digits
	}
	if missing := int(d.Scale) + 1 - len(digits); missing > 0 {
		digits = strings.Repeat("0", missing) + digits
	}
	point := len(digits) - int(d.Scale)
	return sign + digits[:point] + "." + digits[point:]
}

func formatTime(t time.Time, kind string) string {
	switch {
	case kind == "DATE":
		return t.Format("2006-01-02")
	case strings.HasPrefix(kind, "TIME") && !strings.HasPrefix(kind, "TIMESTAMP"):
		return t.Format("15:04:05.999999")
	default:
		return t.Format("2006-01-02 15:04:05.999999")
	}
}
