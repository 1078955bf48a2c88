package bench

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"m4bench/internal/atomicfile"
	"m4bench/internal/schema"
)

// Names is hidden/names.json: the codes of the schema variants and the salt that
// they come from.
type Names struct {
	Salt string `json:"salt"`
	schema.Codes
}

// ReadSalt reads the salt of a bench, to build another one with the same codes.
// The file is a bench's hidden/names.json.
func ReadSalt(file string) ([]byte, error) {
	var names Names
	if err := readJSON(file, &names); errors.Is(err, fs.ErrNotExist) {
		return nil, failf(unusable, "no salt: %w", err)
	} else if err != nil {
		return nil, err
	}
	salt, err := hex.DecodeString(names.Salt)
	if err != nil || len(salt) != schema.SaltBytes {
		return nil, failf(unusable, "%s holds no salt; use the file hidden/names.json of a bench", file)
	}
	return salt, nil
}

// chooseNames settles the variants and their codes.
func (r *run) chooseNames() error {
	if len(r.Schemas) == 0 {
		r.Schemas = []string{Native}
	}
	for i, kind := range r.Schemas {
		if err := schema.Check(kind); err != nil {
			return err
		}
		if slices.Contains(r.Schemas[:i], kind) {
			return failf(unusable, "schema variant %s is asked for twice", kind)
		}
	}
	if !slices.ContainsFunc(r.Schemas, func(kind string) bool { return kind != Native }) {
		return nil
	}
	salt, err := r.salt()
	if err != nil {
		return err
	}
	hash := sha256.Sum256(salt)
	r.manifest.SaltHash = hex.EncodeToString(hash[:])
	r.names.Salt = hex.EncodeToString(salt)
	r.names.Codes, err = schema.NewCodes(salt)
	return err
}

// salt is the one asked for, that of the build which this one goes on from, or a
// new one.
func (r *run) salt() ([]byte, error) {
	if len(r.Salt) > 0 {
		return r.Salt, nil
	}
	file := filepath.Join(r.scratch, "salt")
	if salt, err := os.ReadFile(file); err == nil && len(salt) == schema.SaltBytes {
		return salt, nil
	}
	salt := make([]byte, schema.SaltBytes)
	if _, err := rand.Read(salt); err != nil {
		return nil, fmt.Errorf("draw a salt: %w", err)
	}
	return salt, atomicfile.WriteBytes(file, 0o600, salt)
}
