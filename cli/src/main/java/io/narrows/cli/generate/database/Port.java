package io.narrows.cli.generate.database;

/**
 * A port and its default.
 *
 * @param name its name in cluster files
 */
public record Port(String name, int number) {}
