package cli

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

var byteUnits = []struct {
	name  string
	bytes int64
}{{"GB", 1 << 30}, {"MB", 1 << 20}, {"KB", 1 << 10}}

// parseBytes reads sizes such as 4GB, 512MB or 1.5 GiB; units are powers of 1024.
func parseBytes(flag, text string) (int64, error) {
	number, scale := strings.ToUpper(strings.ReplaceAll(text, " ", "")), int64(1)
	number = strings.Replace(number, "IB", "B", 1)
	for _, u := range byteUnits {
		if rest, ok := strings.CutSuffix(number, u.name); ok {
			number, scale = rest, u.bytes
			break
		}
	}
	value, err := strconv.ParseFloat(number, 64)
	if bytes := value * float64(scale); err == nil && bytes >= 1<<20 && bytes < math.MaxInt64 {
		return int64(bytes), nil
	}
	return 0, usagef("%s: %q is no size of at least 1MB; write it as 512MB or 4GB", flag, text)
}

func bytesText(bytes int64) string {
	for _, u := range byteUnits {
		if bytes >= u.bytes && bytes%u.bytes == 0 {
			return fmt.Sprintf("%d%s", bytes/u.bytes, u.name)
		}
	}
	return strconv.FormatInt(bytes, 10)
}
