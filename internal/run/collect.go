package run

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"

	"m4bench/internal/agent"
	"m4bench/internal/record"
	"m4bench/internal/sandbox"
)

// collect copies the output into the record, or says why there is none.
func (a *attempt) collect(ctx context.Context, box sandbox.Box) (record.Output, error) {
	none := record.Output{State: record.Missing}
	part := record.OutputFile + ".part"
	file, err := a.folder.Open(part)
	if err != nil {
		return none, err
	}
	sum := sha256.New()
	n, err := box.Collect(ctx, agent.OutputFile, io.MultiWriter(file, sum), a.outputLimit())
	err = errors.Join(err, file.Close())
	if err == nil {
		err = os.Rename(a.folder.Path(part), a.folder.Path(record.OutputFile))
	}
	if err == nil {
		return record.Output{State: record.Collected, Bytes: n, SHA256: hex.EncodeToString(sum.Sum(nil))}, nil
	}
	removeErr := os.Remove(a.folder.Path(part))
	var refusal *sandbox.CollectError
	switch {
	case !errors.As(err, &refusal):
		return none, errors.Join(err, removeErr)
	case errors.Is(err, sandbox.ErrMissing):
		return none, removeErr
	default:
		return record.Output{State: record.Refused, Reason: refusal.Error()}, removeErr
	}
}

// mostOutput bounds an output whose work folder has no limit.
const mostOutput = 16 << 30

func (a *attempt) outputLimit() int64 {
	if limit := a.order.Limits.Work; limit > 0 {
		return limit
	}
	return mostOutput
}
