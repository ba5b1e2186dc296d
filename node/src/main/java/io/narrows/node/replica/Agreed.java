package io.narrows.node.replica;

import io.narrows.node.command.Outcomes;

/**
 * An entry that the group has committed and this member has applied.
 *
 * @param index of the entry in the log
 * @param outcomes of its commands
 */
record Agreed(long index, Outcomes outcomes) {}
