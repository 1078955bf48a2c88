package sandbox

func drivers() []Driver {
	return []Driver{NewDocker(dockerImage()), NewDockerRunsc(dockerImage()), NewBwrap(), NewNone()}
}
