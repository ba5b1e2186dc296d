package io.narrows.proxy.link.shared;

/** A link that sends no messages. */
public final class Silence implements HistoryMessages {
    @Override
    public void kept(long stream, boolean paused) {}

    @Override
    public void ask() {}

    @Override
    public void offer(int source, long stream, long from) {}

    @Override
    public void giveBack(int source) {}
}
