# What runs between the prepared folder and the task's own program, in the order users know from the platform:
# harness preparation, the cluster's start-up hook, the user's start-up hook, rendezvous, program.
# Hooks are sourced, so that what they export, and their ulimit and umask, hold for the program.
set -e

prepare() {
    "$DET_PYTHON_EXECUTABLE" -m determined.exec.prep_container "$@"
}

hooks=no
for hook in "$DET_RUN_DIR/dynamic-tcd-startup-hook.sh" ./startup-hook.sh; do
    if [ -f "$hook" ]; then hooks=yes; fi
done

# Without hooks nothing can come between the steps of a trial's preparation: one start of Python does for all.
case "$DET_TASK_TYPE $hooks" in
    "TRIAL no") prepare --resources --rendezvous --proxy ;;
    TRIAL* | SHELL* | NOTEBOOK*) prepare --resources --proxy ;;
    *) if [ "$DET_RESOURCES_TYPE" != docker-container ]; then prepare --proxy; fi ;;
esac

for hook in "$DET_RUN_DIR/dynamic-tcd-startup-hook.sh" ./startup-hook.sh; do
    if [ -f "$hook" ]; then
        set -x
        . "$hook"
        { set +x; } 2>/dev/null
    fi
done

if [ "$DET_TASK_TYPE $hooks" = "TRIAL yes" ]; then
    prepare --rendezvous
fi

exec "$@"
