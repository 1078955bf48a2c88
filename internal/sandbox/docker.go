package sandbox

// Names by which a user asks for Docker, with its ordinary runtime and with
// gVisor's.
const (
	DockerName      = "docker"
	DockerRunscName = "docker-runsc"
)

// DefaultImage is what m4bench image build calls its image, and ImageVariable
// names another one.
const (
	DefaultImage  = "m4bench-agent:latest"
	ImageVariable = "M4BENCH_IMAGE"
)

// Labels of the image: SystemLabel names the distribution inside; ProgramLabel
// begins the labels that hold the version of an agent's program.
const (
	SystemLabel  = "m4bench.system"
	ProgramLabel = "m4bench.program."
)
