package io.narrows.node.replica;

import io.narrows.node.command.Outcomes;

/**
 * An entry on which the group has agreed.
 *
 * @param index of the entry in the log
 * @param outcomes of its commands
 */
record Agreed(long index, Outcomes outcomes) {}
