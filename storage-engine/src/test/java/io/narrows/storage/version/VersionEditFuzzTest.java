package io.narrows.storage.version;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.narrows.storage.Slice;

/**
 * A target of Jazzer for edits. As a plain test it runs the kept corpus, in {@code
 * src/test/resources/io/narrows/storage/version/VersionEditFuzzTestInputs}; {@code bin/soak fuzz} looks for more.
 */
class VersionEditFuzzTest {
    /** Any bytes are refused, or are an edit, which then is the same when it is written and read again. */
    @FuzzTest
    void edit(byte[] input) throws MalformedEditException, UnsupportedEditException {
        VersionEdit edit;
        try {
            edit = VersionEdit.decode(Slice.of(input));
        } catch (MalformedEditException | UnsupportedEditException refused) {
            assertThat(refused).hasMessageStartingWith("offset ").hasMessageNotContaining("null");
            return;
        }

        byte[] encoded = edit.encode();

        assertThat(VersionEdit.decode(Slice.of(encoded)).encode()).isEqualTo(encoded);
    }
}
