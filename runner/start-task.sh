# What runs between the prepared folder and the task's own program, in the order users know from the platform:
# harness preparation, the cluster's start-up hook, the user's start-up hook, rendezvous, program.
# Hooks are sourced, so that what they export, and their ulimit and umask, hold for the program.
set -e

prepare() {
    "$DET_PYTHON_EXECUTABLE" -m determined.exec.prep_container "$@"
}

case "$DET_TASK_TYPE" in
    TRIAL | SHELL | NOTEBOOK) prepare --resources --proxy ;;
    *) if [ "$DET_RESOURCES_TYPE" != docker-container ]; then prepare --proxy; fi ;;
esac

for hook in "$DET_RUN_DIR/dynamic-tcd-startup-hook.sh" ./startup-hook.sh; do
    if [ -f "$hook" ]; then
        set -x
        . "$hook"
        { set +x; } 2>/dev/null
    fi
done

if [ "$DET_TASK_TYPE" = TRIAL ]; then
    prepare --rendezvous
fi

exec "$@"
