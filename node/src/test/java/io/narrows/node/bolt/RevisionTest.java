package io.narrows.node.bolt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RevisionTest {
    @ParameterizedTest
    @CsvSource({
        "2, 0, false, 00000000000000025f0000000000000000",
        "258, 3, false, 00000000000001025f0000000000000003",
        "258, 3, true, 00000000000001025f000000000000000374"
    })
    void encode_asEtcd(long main, long sub, boolean tombstone, String expected) {
        Revision revision = new Revision(main, sub, tombstone);

        byte[] bytes = revision.encode();

        assertThat(HexFormat.of().formatHex(bytes)).isEqualTo(expected);
        assertThat(Revision.decode(bytes)).contains(revision);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00000000000000025f00000000000000",
                "00000000000000025e0000000000000000",
                "00000000000000025f000000000000000075",
                "00000000000000025f00000000000000007474",
                "80000000000000025f0000000000000000",
                "00000000000000025f8000000000000000"
            })
    void decode_ofWhatIsNone_isEmpty(String hex) {
        assertThat(Revision.decode(HexFormat.of().parseHex(hex))).isEmpty();
    }
}
