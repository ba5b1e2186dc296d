package io.narrows.tests.support;

import java.io.IOException;
import java.nio.file.Path;

/** How the sidecars of a test speak with each other. */
public enum LinkSecurity {
    PLAINTEXT {
        @Override
        public Setup setup(Path directory) {
            return (config, id) -> config;
        }
    },
    TLS {
        @Override
        public Setup setup(Path directory) throws IOException {
            Certificates certificates = new Certificates(directory.resolve("certificates"));
            return (config, id) -> config.tls(certificates.node(id));
        }
    };

    /** Gives the node's sidecar what it needs for its links. */
    public interface Setup {
        SidecarConfig apply(SidecarConfig config, String id);
    }

    /** Made once for all sidecars of a test; the directory takes the certificates. */
    public abstract Setup setup(Path directory) throws IOException;
}
