package io.narrows.storage.version;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.narrows.storage.Slice;

/**
 * A Jazzer target for edits. As a plain test it runs the stored corpus, in
 * {@code src/test/resources/io/narrows/storage/version/VersionEditFuzzTestInputs}; {@code bin/soak fuzz} searches for more.
 */
class VersionEditFuzzTest {
    /** Any bytes are either rejected, or are an edit that is unchanged after encoding and decoding. */
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
