package io.narrows.storage.db.interop;

import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.RocksDB;

/**
 * Options for opening a RocksDB database, in the syntax of its OPTIONS file; options not listed have their defaults.
 * Immutable.
 *
 * @param database options of the whole database
 * @param family options of each family
 * @param table options of each family's files
 */
public record RocksSetup(
        String name, Map<String, String> database, Map<String, String> family, Map<String, String> table) {
    static {
        RocksDB.loadLibrary();
    }

    /** All defaults, which write files of format version 7. */
    public static final RocksSetup DEFAULTS = new RocksSetup("defaults", Map.of(), Map.of(), Map.of());

    /** Files small enough for many of them on several levels, of a version that RocksDB 7.8 reads as well. */
    public static final RocksSetup SMALL = DEFAULTS.named("small files")
            .family("write_buffer_size", "65536")
            .family("target_file_size_base", "65536")
            .family("max_bytes_for_level_base", "131072")
            .family("max_bytes_for_level_multiplier", "3")
            .family("level0_file_num_compaction_trigger", "3")
            .table("format_version", "5")
            .table("block_size", "1024")
            .table("filter_policy", "bloomfilter:10:false");

    /** Never merges files automatically. */
    public static final RocksSetup IDLE = SMALL.named("no compaction").family("disable_auto_compactions", "true");

    public RocksSetup named(String newName) {
        return new RocksSetup(newName, database, family, table);
    }

    public RocksSetup database(String option, String value) {
        return new RocksSetup(name, with(database, option, value), family, table);
    }

    public RocksSetup family(String option, String value) {
        return new RocksSetup(name, database, with(family, option, value), table);
    }

    public RocksSetup table(String option, String value) {
        return new RocksSetup(name, database, family, with(table, option, value));
    }

    private static Map<String, String> with(Map<String, String> options, String option, String value) {
        Map<String, String> changed = new TreeMap<>(options);
        changed.put(option, value);
        return Map.copyOf(changed);
    }

    /** @throws IllegalStateException if RocksDB does not know an option */
    DBOptions databaseOptions() {
        DBOptions options =
                database.isEmpty() ? new DBOptions() : DBOptions.getDBOptionsFromProps(properties(database));
        if (options == null) {
            throw new IllegalStateException("not options of a RocksDB: " + database);
        }
        return options;
    }

    /** @throws IllegalStateException if RocksDB does not know an option */
    ColumnFamilyOptions familyOptions() {
        Map<String, String> all = table.isEmpty() ? family : with(family, "block_based_table_factory", tableFactory());
        ColumnFamilyOptions options = all.isEmpty()
                ? new ColumnFamilyOptions()
                : ColumnFamilyOptions.getColumnFamilyOptionsFromProps(properties(all));
        if (options == null) {
            throw new IllegalStateException("not options of a family of RocksDB: " + all);
        }
        return options;
    }

    private String tableFactory() {
        return table.entrySet().stream()
                .map(option -> option.getKey() + "=" + option.getValue())
                .collect(Collectors.joining(";", "{", "}"));
    }

    private static Properties properties(Map<String, String> options) {
        Properties properties = new Properties();
        properties.putAll(options);
        return properties;
    }

    @Override
    public String toString() {
        return name;
    }
}
