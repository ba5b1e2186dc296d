package io.narrows.cli.generate.database;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Lines for a settings file of a database. Comments begin with a number sign in all formats.
 *
 * @param name the database's name of the file
 * @param purpose sentences for its first lines; empty for a format without comments
 */
public record SettingsFile(String name, String purpose, List<Setting> settings) {
    /**
     * One setting of one or more lines.
     *
     * @param reason why it is needed; empty if the previous setting gives the reason
     */
    record Setting(String reason, List<String> lines) {}

    public SettingsFile {
        settings = List.copyOf(settings);
    }

    static SettingsFile of(String name, String purpose) {
        return new SettingsFile(name, purpose, List.of());
    }

    /** Returns the file with another setting. */
    SettingsFile with(String reason, String... lines) {
        List<Setting> more = new ArrayList<>(settings);
        more.add(new Setting(reason, List.of(lines)));
        return new SettingsFile(name, purpose, more);
    }

    /** Returns the lines without comments. */
    public List<String> lines() {
        return settings.stream().flatMap(setting -> setting.lines.stream()).toList();
    }

    /** Returns the file with a comment above each setting. */
    public String text() {
        String head = purpose.isEmpty() ? "" : Comment.text("", purpose);
        return settings.stream().map(SettingsFile::text).collect(Collectors.joining("", head, ""));
    }

    private static String text(Setting setting) {
        String first = setting.lines.get(0);
        String indent = first.substring(0, first.length() - first.stripLeading().length());
        String comment = setting.reason.isEmpty() ? "" : "\n" + Comment.text(indent, setting.reason);
        return comment + setting.lines.stream().map(line -> line + "\n").collect(Collectors.joining());
    }
}
