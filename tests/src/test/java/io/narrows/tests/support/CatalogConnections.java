package io.narrows.tests.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;

/** Connections of a client that all begin with the same catalog, and continue with a few bytes of their own. */
public final class CatalogConnections {
    private static final int OWN_BYTES = 200;

    private final String catalog;
    private final Random random = new Random(3);

    /** @param bytes the length of the catalog, at least */
    public CatalogConnections(int bytes) {
        this.catalog = catalog(bytes);
    }

    /** Carries a connection with content from the client to the server, to its end. */
    public void carry(SidecarPair pair) throws IOException {
        byte[] bytes = content();
        try (Connection connection = pair.connect()) {
            connection.client().getOutputStream().write(bytes);
            connection.client().shutdownOutput();
            assertThat(connection.server().getInputStream().readAllBytes()).isEqualTo(bytes);
            connection.server().shutdownOutput();
            assertThat(connection.client().getInputStream().read()).isEqualTo(-1);
        }
    }

    /** Carries content from the client to the server, and leaves the connection open. */
    public void carryOn(Connection connection) throws IOException {
        byte[] bytes = content();
        connection.client().getOutputStream().write(bytes);
        assertThat(connection.server().getInputStream().readNBytes(bytes.length))
                .isEqualTo(bytes);
    }

    private byte[] content() {
        byte[] own = new byte[OWN_BYTES];
        random.nextBytes(own);
        return (catalog + HexFormat.of().formatHex(own)).getBytes(StandardCharsets.UTF_8);
    }

    private static String catalog(int bytes) {
        Random random = new Random(8);
        StringBuilder catalog = new StringBuilder();
        while (catalog.length() < bytes) {
            catalog.append("CREATE TABLE t%x (id bigint, v%x text);\n".formatted(random.nextLong(), random.nextLong()));
        }
        return catalog.toString();
    }
}
