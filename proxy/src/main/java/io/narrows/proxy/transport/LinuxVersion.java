package io.narrows.proxy.transport;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Version of the running kernel, from the system property {@code os.version}; 0.0 if it cannot be parsed. */
record LinuxVersion(int major, int minor) {
    private static final Pattern START = Pattern.compile("(\\d{1,4})\\.(\\d{1,4}).*");

    static final LinuxVersion RUNNING = parse(System.getProperty("os.version", ""));

    static LinuxVersion parse(String text) {
        Matcher matcher = START.matcher(text);
        return matcher.matches()
                ? new LinuxVersion(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)))
                : new LinuxVersion(0, 0);
    }

    boolean isAtLeast(int otherMajor, int otherMinor) {
        return major > otherMajor || major == otherMajor && minor >= otherMinor;
    }
}
