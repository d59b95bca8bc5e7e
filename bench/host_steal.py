"""CPU time that the host of this virtual machine gave to other machines; delays are measured without it."""

from pathlib import Path

CPU_TIMES = Path("/proc/stat")
# Position of `steal` in a line "cpu0 user nice system idle iowait irq softirq steal …", in hundredths of a second.
STEAL, PER_SECOND = 8, 100


def stolen_seconds() -> float:
    """Seconds taken since the machine started, from the core that lost most; 0 if the system does not report them."""
    if not CPU_TIMES.exists():
        return 0.0
    cores = [line.split() for line in CPU_TIMES.read_text(encoding="ascii").splitlines() if line[:4].rstrip() != "cpu"]
    return max(int(core[STEAL]) for core in cores if core[0].startswith("cpu")) / PER_SECOND
