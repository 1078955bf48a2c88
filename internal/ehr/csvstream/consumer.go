package csvstream

import (
	"encoding/binary"
)

// Consumer takes records from a feed and parses them. One consumer belongs to
// one thread.
type Consumer struct {
	feed     *Feed
	rows     *Rows
	most     int
	current  batch
	block    []byte  // what is left of the current block
	consumed []batch // whose memory the last rows still use
	unpacked []byte  // segments of a spill
	packed   []byte
}

// NewConsumer makes a consumer of up to so many rows at once.
func (f *Feed) NewConsumer(most int) *Consumer {
	return &Consumer{feed: f, rows: NewRows(f.options.Columns, most), most: most}
}

// Next parses the next rows, which stay valid until the following call. There
// are none when the feed has ended.
func (c *Consumer) Next() (*Rows, error) {
	c.rows.N = 0
	c.releaseConsumed()
	for c.rows.N < c.most {
		if len(c.block) == 0 {
			if more, err := c.nextBlock(); err != nil {
				return nil, c.fail(err)
			} else if !more {
				break
			}
		}
		length := binary.LittleEndian.Uint32(c.block)
		record := c.block[lengthSize:][:length]
		c.block = c.block[lengthSize+length:]
		if bad := c.rows.add(record); bad != nil {
			return nil, c.fail(ErrBadRecord)
		}
	}
	return c.rows, nil
}

// fail ends the feed, so that the other consumers wait for nothing any more.
func (c *Consumer) fail(err error) error {
	c.feed.cancel()
	return err
}

// nextBlock goes on to the next block, if there is one.
func (c *Consumer) nextBlock() (bool, error) {
	if len(c.current.blocks) == 0 {
		if c.current.window != nil {
			c.consumed = append(c.consumed, c.current)
		}
		c.current = batch{}
		if more, err := c.nextBatch(); !more || err != nil {
			return false, err
		}
	}
	c.block, c.current.blocks = c.current.blocks[0], c.current.blocks[1:]
	return true, nil
}

// nextBatch waits for a batch only while there are no rows: these hold memory
// that the reading may be waiting for, or that the next segments are unpacked to.
func (c *Consumer) nextBatch() (more bool, err error) {
	if c.rows.N > 0 {
		if c.unpacked != nil {
			return false, nil
		}
		select {
		case c.current, more = <-c.feed.batches:
		default:
		}
		return more, nil
	}
	c.releaseConsumed()
	if c.current, more = <-c.feed.batches; !more || c.current.spill == nil {
		return more, nil
	}
	c.unpacked, c.packed, err = c.current.spill.read(c.current.segments, c.unpacked[:0], c.packed)
	c.current.blocks = [][]byte{c.unpacked}
	return true, err
}

func (c *Consumer) releaseConsumed() {
	for _, b := range c.consumed {
		c.feed.release(b)
	}
	c.consumed = c.consumed[:0]
}
