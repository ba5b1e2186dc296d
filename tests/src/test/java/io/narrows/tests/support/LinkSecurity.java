package io.narrows.tests.support;

import java.io.IOException;
import java.nio.file.Path;

/** The security of links between the sidecars of a test. */
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

    /** Adds the link security of a node's sidecar. */
    public interface Setup {
        SidecarConfig apply(SidecarConfig config, String id);
    }

    /** Creates the setup of all sidecars of a test; the directory is for certificates. */
    public abstract Setup setup(Path directory) throws IOException;
}
