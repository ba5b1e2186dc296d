package io.narrows.storage.bench.db;

/** One chart of a {@link Picture}. */
record Panel(String title, Timeline timeline) {}
