package io.narrows.cli.play;

import java.nio.channels.SelectionKey;

/** What is attached to a selection key: who to call when the channel can do what it waits for. */
@FunctionalInterface
interface ReadyChannel {
    void ready(SelectionKey key);
}
