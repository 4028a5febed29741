#!/usr/bin/env bash
# Sweeps a plan as a Slurm job array on a throw-away cluster of two nodes on this host, kills one node
# while its task runs, and compares the merged run with an unsharded one, byte for byte.
# usage: slurm.sh BINARY     (from the top of a checkout, as root; says so where it can't run)
set -euo pipefail
binary=$(readlink -f "$1")
here=$PWD
for tool in slurmctld slurmd sbatch scontrol squeue munged mungekey; do
  command -v "$tool" >/dev/null || { echo "skipped: no $tool (slurmctld slurmd slurm-client munge)"; exit 0; }
done
[ "$(id -u)" = 0 ] || { echo "skipped: a cluster of one's own needs root"; exit 0; }

work=$(mktemp -d)
chmod 755 "$work"
mkdir -p "$work"/{state,spool/a,spool/b,log,run,munge,one,many}
chmod 700 "$work/munge"
export SLURM_CONF=$work/slurm.conf
host=$(hostname -s)
port=$((20000 + RANDOM % 20000))
munge_pid=

# Ends only what this script started: the daemons by their own pid files, then munged.
clean() {
  status=$?
  scancel --quiet -u root 2>/dev/null || true
  timeout 5 scontrol shutdown >/dev/null 2>&1 || true
  sleep 1
  for file in "$work"/run/*.pid; do
    [ -e "$file" ] && kill -9 "$(cat "$file")" 2>/dev/null || true
  done
  [ -n "$munge_pid" ] && kill "$munge_pid" 2>/dev/null || true
  [ "$status" = 0 ] || tail -n 15 "$work"/log/* 2>/dev/null || true
  rm -rf "$work"
}
trap clean EXIT

mungekey --create --keyfile="$work/munge/key"
munged --foreground --force --key-file="$work/munge/key" --socket="$work/munge/socket" \
  --pid-file="$work/munge/pid" --log-file="$work/log/munged" --seed-file="$work/munge/seed" >/dev/null 2>&1 &
munge_pid=$!
for _ in $(seq 50); do [ -S "$work/munge/socket" ] && break; sleep 0.1; done

node() { echo "NodeName=$1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$2 CPUs=2 RealMemory=500 State=UNKNOWN"; }
cat >"$SLURM_CONF" <<CONF
ClusterName=small
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
CredType=cred/munge
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool/%n
SlurmctldPidFile=$work/run/ctld.pid
SlurmdPidFile=$work/run/%n.pid
SlurmctldLogFile=$work/log/ctld
SlurmdLogFile=$work/log/%n
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
SlurmdTimeout=8
KillWait=2
JobRequeue=1
SlurmdParameters=config_overrides
$(node a $((port + 1)))
$(node b $((port + 2)))
PartitionName=main Nodes=a,b Default=YES State=UP
CONF
echo "CgroupPlugin=cgroup/v1" >"$work/cgroup.conf"
slurmctld -c -f "$SLURM_CONF"
for name in a b; do slurmd -N $name -f "$SLURM_CONF"; done
for _ in $(seq 60); do [ "$(sinfo -h -N -o %T | grep -c '^idle$')" = 2 ] && break; sleep 0.25; done
[ "$(sinfo -h -N -o %T | grep -c '^idle$')" = 2 ] || { echo "FAILED: the nodes did not come up"; exit 1; }

plan='{"schema":"autoresearch.plan/1","name":"night","suite":"Traces/vigil-twelve-days","method":"lattice",
"parameters":{"weights":{"step":0.0125},"notifyThreshold":{"min":40,"max":70,"step":0.25}},"keep":200}'
for place in one many; do
  cp -R "$here/Traces" "$work/$place/"
  printf '%s\n' "$plan" >"$work/$place/plan.json"
done
cd "$work/many"
"$binary" submit plan.json --slurm --shards 4 >"$work/said"
sed 's/^/  /' "$work/said"
job=$(sbatch --parsable Reports/night/slurm-array.sh)
merge=$(sbatch --parsable --dependency="afterok:$job" Reports/night/slurm-merge.sh)

# A node dies: its daemon, and what that had started.
for _ in $(seq 100); do [ -n "$(squeue -h -t R -w b -o %i)" ] && break; sleep 0.1; done
[ -n "$(squeue -h -t R -w b -o %i)" ] || { echo "FAILED: no task ran on the node to be killed"; exit 1; }
lost=$(squeue -h -t R -w b -r -o %K | tr '\n' ' ')
steps=
for folder in /proc/[0-9]*; do
  environment=$(cat "$folder/environ" 2>/dev/null | tr '\0' '\n') || continue
  grep -qx "SLURMD_NODENAME=b" <<<"$environment" && grep -qx "SLURM_CONF=$SLURM_CONF" <<<"$environment" || continue
  parent=$(awk '/^PPid:/{print $2}' "$folder/status" 2>/dev/null) || continue
  cat "/proc/$parent/cmdline" 2>/dev/null | tr '\0' ' ' | grep -q '^slurmstepd' && steps="$steps $parent"
  steps="$steps ${folder#/proc/}"
done
kill -9 "$(cat "$work/run/b.pid")" $steps 2>/dev/null || true
rm -f "$work/run/b.pid"
echo "killed node b while it ran shards: $lost"

# Unsharded, meanwhile; then what was requeued is let go at once instead of after two minutes.
(cd "$work/one" && "$binary" sweep plan.json --quiet >/dev/null)
for _ in $(seq 120); do
  [ -z "$(squeue -h -j "$job,$merge" -o %i 2>/dev/null)" ] && break
  for waiting in $(squeue -h -t PD -r -o '%A %r' | awk '$2=="BeginTime"{print $1}'); do
    scontrol update JobId="$waiting" StartTime=now >/dev/null 2>&1 || true
  done
  sleep 0.5
done
[ -e Reports/night/run.json ] || { squeue; ls -a Reports Reports/night; cat Reports/*.log Reports/night/*.log; echo "FAILED: nothing was merged"; exit 1; }
requeued=$(grep -c "Requeu\|requeu" "$work/log/ctld" || true)
[ "$requeued" -gt 0 ] || { echo "FAILED: no task was requeued"; exit 1; }
diff -r -x run.json "$work/one/Reports/night" Reports/night
(cd Reports/night && sha256sum --quiet -c SHA256SUMS)
echo "the same bytes as unsharded: 4 shards, one node killed, its tasks requeued"
