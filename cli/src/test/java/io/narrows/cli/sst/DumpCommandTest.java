package io.narrows.cli.sst;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.storage.EntryType;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.TableOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DumpCommandTest {
    @TempDir
    Path folder;

    private final Verbs verbs = new Verbs();

    @Test
    void entries_haveKeySequenceTypeAndValue() throws Exception {
        assertThat(verbs.run("dump", kinds())).isZero();

        assertThat(verbs.out())
                .containsExactly(
                        "'b' @9 range-delete to 'd'",
                        "'a' @7 put 'one\\x00'",
                        "'a' @3 delete",
                        "'b' @8 merge 'two'",
                        "'c' @4 single-delete");
    }

    @Test
    void entries_json_isALineForEach() throws Exception {
        Path file = kinds();

        assertThat(verbs.run("dump", file, "--output", "json")).isZero();

        assertThat(verbs.json())
                .hasSize(5)
                .startsWith(
                        Map.of("file", file.toString(), "key", "b", "sequence", 9, "type", "range-delete", "end", "d"),
                        Map.of("file", file.toString(), "key", "a", "sequence", 7, "type", "put", "value", "one\\x00"));
    }

    @Test
    void hex_isOfKeysAndValuesAndOptions() throws Exception {
        assertThat(verbs.run("dump", kinds(), "--hex", "--from", "0x61", "--to", "0x62"))
                .isZero();

        assertThat(verbs.out()).containsExactly("0x61 @7 put 0x6F6E6500", "0x61 @3 delete");
    }

    @Test
    void hexWithoutItsPrefix_isAccepted_withAWarning() throws Exception {
        assertThat(verbs.run("dump", kinds(), "--hex", "--from", "61", "--to", "0x62"))
                .isZero();

        assertThat(verbs.out()).containsExactly("0x61 @7 put 0x6F6E6500", "0x61 @3 delete");
        assertThat(verbs.err()).contains("--from 61 is now 0x61");
    }

    @Test
    void range_beginsAtFromAndEndsBeforeTo() throws Exception {
        Path file = Tables.rows(folder.resolve("a.sst"), TableOptions.DEFAULT, 1_000);

        assertThat(verbs.run("dump", file, "--from", "user00500", "--to", "user00503"))
                .isZero();

        assertThat(verbs.out())
                .extracting(line -> line.substring(0, 11))
                .containsExactly("'user00500'", "'user00501'", "'user00502'");
    }

    @Test
    void range_limit_isOfEachFile() throws Exception {
        Path first = Tables.rows(folder.resolve("a.sst"), TableOptions.DEFAULT, 10);
        Path second = Tables.rows(folder.resolve("b.sst"), TableOptions.DEFAULT, 10);

        assertThat(verbs.run("dump", folder, "--limit", "1", "--from", "user00003"))
                .isZero();

        assertThat(verbs.out())
                .extracting(line -> line.replaceFirst(" @.*", ""))
                .containsExactly("==> " + first + " <==", "'user00003'", "==> " + second + " <==", "'user00003'");
    }

    @Test
    void range_tombstonesThatDoNotReachInto_areLeftOut() throws Exception {
        assertThat(verbs.run("dump", kinds(), "--to", "b")).isZero();

        assertThat(verbs.out()).noneMatch(line -> line.contains("range-delete"));
    }

    @Test
    void blocks_ofMixedFile_areOnALineEachAndSummedUp() throws Exception {
        TableOptions options = TableOptions.DEFAULT.withCompression(CodecSpec.of(Codec.LZ4));
        Path file = Tables.write(folder.resolve("a.sst"), options, table -> {
            for (int row = 0; row < 300; row++) {
                table.put(Tables.key(row), row < 200 ? Slice.of("v".repeat(100)) : Tables.noise(row));
            }
        });

        assertThat(verbs.run("dump", "--blocks", file)).isZero();

        List<String> lines = verbs.out();
        assertThat(lines.get(1)).matches(" +0 +[1-9][0-9,]* +4,0[0-9]{2}  lz4 +0\\.[0-9]{3}");
        assertThat(lines.get(lines.size() - 2)).matches(" +[0-9]+ +[0-9,]+ +[0-9,]+  none +1\\.000");
        assertThat(lines.get(lines.size() - 1)).matches("[0-9]+ data blocks \\(lz4 [0-9]+, none [0-9]+\\): .*");
    }

    @Test
    void blocks_json_followOneAnother() throws Exception {
        Path file = Tables.rows(folder.resolve("a.sst"), TableOptions.DEFAULT, 1_000);

        assertThat(verbs.run("dump", "--blocks", "--output", "json", file)).isZero();

        long end = 0;
        for (Map<String, Object> block : verbs.json()) {
            assertThat(number(block, "offset")).isEqualTo(end);
            assertThat(number(block, "stored_bytes")).isLessThan(number(block, "plain_bytes"));
            assertThat(block.get("codec")).isEqualTo("lz4");
            end += number(block, "stored_bytes") + 5;
        }
        assertThat(verbs.json()).hasSizeGreaterThan(10);
    }

    @Test
    void badFiles_areNamedAndTheOthersAreDumped() throws Exception {
        Path empty = Files.createFile(folder.resolve("empty.sst"));
        Path text = Files.writeString(folder.resolve("text.sst"), "no table ".repeat(100));
        Path good = Tables.rows(folder.resolve("good.sst"), TableOptions.DEFAULT, 1);
        Path missing = folder.resolve("missing.sst");
        Path none = Files.createDirectory(folder.resolve("none"));

        assertThat(verbs.run("dump", empty, text, missing, none, good)).isEqualTo(1);

        assertThat(verbs.out()).last().asString().startsWith("'user00000' @0 put '");
        assertThat(verbs.err().lines())
                .anySatisfy(line -> assertThat(line).startsWith("narrows: " + empty + ": offset 0: footer: "))
                .anySatisfy(line -> assertThat(line)
                        .startsWith("narrows: " + text + ": offset ")
                        .contains("footer: "))
                .contains("narrows: " + missing + ": no such file", "narrows: " + none + ": contains no .sst files");
    }

    @Test
    void badOptions_sayWhatIsExpected() {
        assertThat(verbs.run("dump", "x", "--limit", "-1")).isEqualTo(2);
        assertThat(verbs.run("dump", "x", "--blocks", "--hex")).isEqualTo(2);
        assertThat(verbs.run("dump", "x", "--from", "a\\n")).isEqualTo(2);
        assertThat(verbs.run("dump")).isEqualTo(2);

        assertThat(verbs.err())
                .contains("--limit -1 (expected: 0 or more)")
                .contains("--blocks cannot be combined with --from, --to, --limit or --hex")
                .contains("--from a\\n: a backslash that")
                .contains("Missing required parameter: 'FILE'");
    }

    private Path kinds() throws Exception {
        return Tables.write(folder.resolve("kinds.sst"), TableOptions.DEFAULT, table -> {
            Tables.put(table, "a", 7, EntryType.PUT, "one\0");
            Tables.put(table, "a", 3, EntryType.DELETE, "");
            Tables.put(table, "b", 8, EntryType.MERGE, "two");
            Tables.put(table, "c", 4, EntryType.SINGLE_DELETE, "");
            table.deleteRange(Slice.of("b"), Slice.of("d"), 9);
        });
    }

    private static long number(Map<String, Object> line, String field) {
        return ((Number) line.get(field)).longValue();
    }
}
