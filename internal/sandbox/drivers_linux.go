package sandbox

func drivers() []Driver { return []Driver{NewBwrap(), NewNone()} }
