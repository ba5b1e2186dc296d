package io.narrows.bench.db;

/** One chart of a {@link Picture}. */
record Panel(String title, Timeline timeline) {}
