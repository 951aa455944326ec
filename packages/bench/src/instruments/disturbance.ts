import { readFileSync } from 'node:fs';

/** Processor time of the whole machine so far, in clock ticks (100 a second) over all processors. */
export interface MachineTicks {
  readonly busy: number;
  /** Time that the hypervisor gave to others. */
  readonly steal: number;
}

/** Reads the first line of /proc/stat: user, nice, system, idle, iowait, irq, softirq, steal. */
export function parseMachineTicks(stat: string): MachineTicks {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = stat
    .slice(0, stat.indexOf('\n'))
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return { busy: user + nice + system + irq + softirq, steal };
}

export function readMachineTicks(): MachineTicks {
  return parseMachineTicks(readFileSync('/proc/stat', 'utf8'));
}

/** Processor time of some processes so far, in clock ticks. Those that are gone count as none. */
export function readProcessTicks(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' '); // the name may hold spaces
      return sum + Number(fields[11]) + Number(fields[12]); // utime, stime
    } catch {
      return sum;
    }
  }, 0);
}

/** What disturbed a window from outside, in percent of one processor. */
export interface Disturbance {
  readonly stealPercent: number;
  readonly othersPercent: number;
  /** Too much for a figure to be trusted alone. */
  readonly disturbed: boolean;
}

const stealLimitPercent = 1;
const othersLimitPercent = 20;

/** Judges a window of `seconds` by what the machine and our own processes used in it. */
export function judge(machine: MachineTicks, ownTicks: number, seconds: number): Disturbance {
  const stealPercent = machine.steal / seconds;
  const othersPercent = Math.max(0, (machine.busy - ownTicks) / seconds);
  return {
    stealPercent,
    othersPercent,
    disturbed: stealPercent > stealLimitPercent || othersPercent > othersLimitPercent,
  };
}

/** Watches what disturbs a window; `pids` are our own processes, this one counts as well. */
export function watchDisturbance(pids: readonly number[]): () => Disturbance {
  const own = [process.pid, ...pids];
  const began = { machine: readMachineTicks(), own: readProcessTicks(own), ms: performance.now() };
  return () => {
    const { busy, steal } = readMachineTicks();
    const machine = { busy: busy - began.machine.busy, steal: steal - began.machine.steal };
    return judge(machine, readProcessTicks(own) - began.own, (performance.now() - began.ms) / 1000);
  };
}
