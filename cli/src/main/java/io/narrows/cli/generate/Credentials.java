package io.narrows.cli.generate;

import io.narrows.cli.generate.database.ClusterNode;
import io.narrows.config.PeerId;
import io.narrows.proxy.tls.Authorities;
import io.narrows.proxy.tls.CertificateFault;
import io.narrows.proxy.tls.NodeCertificate;
import io.narrows.proxy.tls.NodeCertificateException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The authority of an output folder and the certificates of its nodes. Existing files are kept; missing ones are created in a
 * stage.
 */
final class Credentials {
    private static final String REMEDY = "; --renew issues new certificates and keys to all nodes";

    private final Path out;
    private final Stage stage;
    private final boolean renew;
    private final Layout layout;

    /** @param renew whether to replace nodes' existing certificates and keys */
    Credentials(Path out, Stage stage, boolean renew, Layout layout) {
        this.out = out;
        this.stage = stage;
        this.renew = renew;
        this.layout = layout;
    }

    /**
     * Creates the missing certificates and keys.
     *
     * @return the ids of the nodes with new certificates
     * @throws GenerateException if one cannot be created, or an existing one cannot be used
     */
    List<String> make(List<ClusterNode> nodes, Authority authority) throws IOException, GenerateException {
        List<String> made = new ArrayList<>();
        for (ClusterNode node : nodes) {
            if (renew || !keeps(node.id(), authority)) {
                issue(
                        authority,
                        node.id(),
                        Files.createDirectories(stage.folder().resolve(node.id())));
                made.add(node.id());
            }
        }
        return made;
    }

    /**
     * Returns the authority of the folder, or a new one. Its key may be kept elsewhere as long as no certificate has to be
     * issued.
     */
    Authority authority(List<ClusterNode> nodes) throws IOException, GenerateException {
        Authority present = new Authority(out.resolve(OutputTree.AUTHORITY), stage.folder());
        if (Files.exists(present.certificate())) {
            return present;
        }
        if (Files.exists(present.key())) {
            throw new GenerateException(present.certificate() + ": missing, expected the certificate next to its key");
        }
        requireNone(nodes, present);
        Path folder = Files.createDirectory(stage.folder().resolve(OutputTree.AUTHORITY));
        Authority authority = new Authority(folder, stage.folder());
        authority.create();
        return authority;
    }

    /** Refuses to continue if certificates of a missing authority exist: the nodes of a new authority would not accept them. */
    private void requireNone(List<ClusterNode> nodes, Authority missing) throws GenerateException {
        for (ClusterNode node : nodes) {
            Path certificate = certificate(node.id());
            if (Files.exists(certificate) && !renew) {
                throw new GenerateException(certificate + ": the authority that issued it is missing, expected "
                        + missing.certificate() + ", or --renew for new certificates on all nodes");
            }
        }
    }

    /**
     * Returns whether a node has a certificate that its peers accept, with the matching key. An interrupted run may have left
     * halves of two pairs, and the authority may have been replaced.
     */
    private boolean keeps(String id, Authority authority) throws GenerateException {
        if (!Files.exists(certificate(id)) || !Files.exists(key(id))) {
            return false;
        }
        try {
            NodeCertificate certificate = NodeCertificate.read(certificate(id), key(id));
            Instant now = Instant.now();
            List<CertificateFault> faults = certificate.faultsOfLinks(new PeerId(id), List.of(), true, now);
            if (!faults.isEmpty()) {
                throw new GenerateException(faults.get(0) + REMEDY);
            }
            if (!Authorities.read(authority.certificate()).vouchFor(certificate, now)) {
                throw new GenerateException(
                        certificate.file() + ": the certificate was issued by another authority, expected one issued"
                                + " by "
                                + authority.certificate() + REMEDY);
            }
            return true;
        } catch (NodeCertificateException e) {
            throw new GenerateException(e.getMessage() + REMEDY, e);
        }
    }

    private void issue(Authority authority, String id, Path folder) throws IOException, GenerateException {
        if (!Files.exists(authority.key())) {
            throw new GenerateException(
                    authority.key() + ": missing, expected the authority's key, which is required to issue a"
                            + " certificate to " + id);
        }
        authority.issue(id, folder.resolve(layout.certificate(id)), folder.resolve(layout.key(id)));
    }

    private Path certificate(String id) {
        return out.resolve(id).resolve(layout.certificate(id));
    }

    private Path key(String id) {
        return out.resolve(id).resolve(layout.key(id));
    }
}
