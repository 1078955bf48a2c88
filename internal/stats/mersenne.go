package stats

import "math/bits"

// Random is the 32-bit Mersenne twister MT19937 (Matsumoto and Nishimura 1998),
// seeded and drawn from as Python's random.Random does it, so that published
// resampling results can be repeated draw by draw.
type Random struct {
	state [twisterSize]uint32
	next  int
}

const (
	twisterSize   = 624
	twisterMiddle = 397
)

// NewRandom seeds as random.Random(seed) does: by the words of the seed, least
// significant first.
func NewRandom(seed uint64) *Random {
	key := []uint32{uint32(seed)}
	if high := uint32(seed >> 32); high != 0 {
		key = append(key, high)
	}
	r := &Random{}
	r.seedByWord(19650218)
	r.mixIn(key)
	return r
}

func (r *Random) seedByWord(seed uint32) {
	r.state[0] = seed
	for i := 1; i < twisterSize; i++ {
		previous := r.state[i-1]
		r.state[i] = 1812433253*(previous^previous>>30) + uint32(i)
	}
	r.next = twisterSize
}

// mixIn is the array seeding of the reference description (version 2002).
func (r *Random) mixIn(key []uint32) {
	i, j := 1, 0
	step := func() {
		i++
		if i == twisterSize {
			r.state[0] = r.state[twisterSize-1]
			i = 1
		}
	}
	for range max(twisterSize, len(key)) {
		previous := r.state[i-1]
		r.state[i] = (r.state[i] ^ (previous^previous>>30)*1664525) + key[j] + uint32(j)
		step()
		j = (j + 1) % len(key)
	}
	for range twisterSize - 1 {
		previous := r.state[i-1]
		r.state[i] = (r.state[i] ^ (previous^previous>>30)*1566083941) - uint32(i)
		step()
	}
	r.state[0] = 1 << 31
}

// twist renews all words. The recurrence looks one and 397 words ahead, around
// the end; the three parts save the remainder that would say so.
func (r *Random) twist() {
	const ahead = twisterSize - twisterMiddle
	s := &r.state
	for i := range ahead {
		s[i] = mixed(s[i], s[i+1], s[i+twisterMiddle])
	}
	for i := ahead; i < twisterSize-1; i++ {
		s[i] = mixed(s[i], s[i+1], s[i-ahead])
	}
	s[twisterSize-1] = mixed(s[twisterSize-1], s[0], s[twisterMiddle-1])
	r.next = 0
}

func mixed(word, following, far uint32) uint32 {
	y := word&(1<<31) | following&(1<<31-1)
	return far ^ y>>1 ^ -(y&1)&0x9908b0df
}

// Uint32 returns the next 32 random bits.
func (r *Random) Uint32() uint32 {
	if r.next == twisterSize {
		r.twist()
	}
	y := r.state[r.next]
	r.next++
	y ^= y >> 11
	y ^= y << 7 & 0x9d2c5680
	y ^= y << 15 & 0xefc60000
	return y ^ y>>18
}

// Below returns a number in 0..n-1 as randrange(n) does: as many bits as n has,
// drawn again while they make n or more. n must be 1 or more and below 2^32.
func (r *Random) Below(n int) int {
	shift := 32 - bits.Len(uint(n))
	for {
		if k := int(r.Uint32() >> shift); k < n {
			return k
		}
	}
}

// Coin is randrange(2) != 0.
func (r *Random) Coin() bool { return r.Below(2) != 0 }

// Float64 returns a number in [0, 1) with 53 random bits, as random() does.
func (r *Random) Float64() float64 {
	a, b := r.Uint32()>>5, r.Uint32()>>6
	return (float64(uint64(a)<<26) + float64(b)) / (1 << 53)
}
