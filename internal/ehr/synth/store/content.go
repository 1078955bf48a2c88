package store

// Content says what was written to a table.
type Content struct {
	Schema string `json:"schema"`
	Table  string `json:"table"`
	Rows   int64  `json:"rows"`
	Hash   string `json:"hash"` // xxh3 over all cells in stored order
}
