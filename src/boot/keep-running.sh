# Runs a command, and runs it again when it was killed, as the kernel does when memory runs out. Ends when the command ends by
# itself, and when it is told to end. systemd and Docker do the same, and do not need this.
pause=1
trap 'ending=yes; kill -TERM $child 2>/dev/null' TERM INT HUP

while :; do
  began=$(date +%s)
  "$@" &
  child=$!
  # A signal also ends the waiting, but not yet the command.
  while :; do
    wait $child
    code=$?
    kill -0 $child 2>/dev/null || break
  done
  if [ "$ending" ] || [ $code -lt 128 ]; then exit $code; fi

  if [ $(($(date +%s) - began)) -gt 60 ]; then pause=1; fi
  echo "The server was killed (signal $((code - 128))) and starts again in $pause s." >&2
  sleep $pause &
  wait $!
  if [ "$ending" ]; then exit 0; fi
  pause=$((pause < 30 ? pause * 2 : 30))
done
