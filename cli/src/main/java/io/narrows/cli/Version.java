package io.narrows.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of this build. */
final class Version {
    private Version() {}

    static String current() {
        return property("version");
    }

    /** Returns the date of the build's files, as in 2026-11-21. */
    static String date() {
        return property("timestamp").substring(0, 10);
    }

    static String describe() {
        return "narrows " + current() + " on Java " + Runtime.version();
    }

    private static String property(String name) {
        try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty(name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
