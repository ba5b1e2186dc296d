package io.narrows.proxy.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.config.CertificateFiles;
import io.narrows.testkit.Openssl;
import io.narrows.testkit.Openssl.Authority;
import java.nio.file.Path;
import java.security.Security;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MintingAuthorityTest {
    private static final String LIMITS = "critical,permitted;DNS:db.example,permitted;IP:10.0.0.0/255.255.255.0";
    private static final List<String> EC = List.of("ec", "-pkeyopt", "ec_paramgen_curve:P-256");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ec -pkeyopt ec_paramgen_curve:P-256",
                "ec -pkeyopt ec_paramgen_curve:P-384",
                "ec -pkeyopt ec_paramgen_curve:P-521",
                "rsa:2048",
                "ed25519"
            })
    void leaf_isAcceptedStrictlyByOpenssl_withEveryKindOfKey(String key) throws Exception {
        Authority files = Openssl.authority(folder, "mint", Arrays.asList(key.split(" ")), 10, LIMITS);
        MintingAuthority authority = read(files);

        MintedLeaf leaf = authority.mint(List.of("10.0.0.2", "db-2.db.example"), Instant.now());

        LeafFiles.verify(folder, leaf, files.cert(), "-verify_hostname", "db-2.db.example");
        LeafFiles.verify(folder, leaf, files.cert(), "-verify_ip", "10.0.0.2");
    }

    @Test
    void leaf_isForServersOnly_andLastsADayAtMost() throws Exception {
        MintingAuthority authority = read(Openssl.authority(folder, "mint", LIMITS));
        Instant now = Instant.now();

        X509Certificate leaf =
                authority.mint(List.of("db-2.db.example"), now).chain().get(0);

        assertThat(leaf.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
        assertThat(leaf.getBasicConstraints()).isNegative();
        assertThat(leaf.getKeyUsage()).startsWith(true, false, false, false, false, false);
        assertThat(leaf.getSubjectAlternativeNames()).containsExactly(List.of(2, "db-2.db.example"));
        assertThat(leaf.getPublicKey().getAlgorithm()).isEqualTo("EC");
        assertThat(leaf.getSerialNumber()).isPositive();
        Instant begin = leaf.getNotBefore().toInstant();
        assertThat(begin).isBeforeOrEqualTo(now);
        assertThat(Duration.between(begin, leaf.getNotAfter().toInstant())).isEqualTo(Duration.ofHours(24));
    }

    @Test
    void leaves_haveTheirOwnKeysAndSerialNumbers() throws Exception {
        MintingAuthority authority = read(Openssl.authority(folder, "mint", LIMITS));

        MintedLeaf one = authority.mint(List.of("db.example"), Instant.now());
        MintedLeaf other = authority.mint(List.of("db.example"), Instant.now());

        assertThat(one.key()).isNotEqualTo(other.key());
        assertThat(one.chain().get(0).getSerialNumber())
                .isNotEqualTo(other.chain().get(0).getSerialNumber());
    }

    @Test
    void leaf_neverOutlivesTheAuthority_norBeginsBeforeIt() throws Exception {
        MintingAuthority authority = read(Openssl.authority(folder, "mint", LIMITS));
        X509Certificate own = authority.chain().get(0);

        MintedLeaf last = authority.mint(List.of("db.example"), authority.end().minus(Duration.ofHours(1)));
        MintedLeaf first =
                authority.mint(List.of("db.example"), own.getNotBefore().toInstant());

        assertThat(last.chain().get(0).getNotAfter()).isEqualTo(own.getNotAfter());
        assertThat(last.renewal()).isEqualTo(authority.end());
        assertThat(first.chain().get(0).getNotBefore()).isEqualTo(own.getNotBefore());
    }

    @Test
    void bouncyCastle_isNoProviderOfThisProcess() throws Exception {
        read(Openssl.authority(folder, "mint", LIMITS)).mint(List.of("db.example"), Instant.now());

        assertThat(Security.getProviders())
                .noneMatch(provider -> provider.getName().startsWith("BC"));
    }

    @ParameterizedTest
    @CsvSource({
        "permitted;DNS:db.example,                       db.example",
        "permitted;DNS:db.example,                       a.b.db.example",
        "permitted;DNS:DB.Example,                       a.db.example",
        "permitted;DNS:db.example,                       notdb.example",
        "permitted;DNS:db.example,                       example",
        "permitted;DNS:db.example,                       10.0.0.2",
        "permitted;DNS:.db.example,                      a.db.example",
        "permitted;DNS:.db.example,                      db.example",
        "'permitted;DNS:a.example,permitted;DNS:b.example', b.example",
        "'permitted;DNS:db.example,excluded;DNS:x.db.example', y.db.example",
        "'permitted;DNS:db.example,excluded;DNS:x.db.example', x.db.example",
        "permitted;IP:10.0.0.0/255.255.255.0,            10.0.0.255",
        "permitted;IP:10.0.0.0/255.255.255.0,            10.0.1.0",
        "permitted;IP:10.0.0.0/255.255.255.0,            fd00::1",
        "permitted;IP:fd00::/ffff::,                     fd00::1",
        "permitted;IP:fd00::/ffff::,                     fe80::1",
        "permitted;IP:fd00::/ffff::,                     10.0.0.1",
        "excluded;IP:0.0.0.0/0.0.0.0,                    10.0.0.1",
        "excluded;IP:0.0.0.0/0.0.0.0,                    fd00::1"
    })
    void constraints_areThoseOfOpenssl(String constraints, String name) throws Exception {
        Authority files = Openssl.authority(
                folder,
                "mint",
                "critical," + constraints + ",permitted;DNS:other.example,permitted;IP:192.0.2.0/255.255.255.255");
        MintingAuthority authority = read(files);

        MintedLeaf leaf = authority.mint(List.of(name), Instant.now());

        assertThat(authority.permits(name)).isEqualTo(LeafFiles.isAccepted(folder, leaf, files.cert()));
    }

    @Test
    void authorityWithoutConstraints_isRefusedWithTheWayToMakeOne() throws Exception {
        Authority files = Openssl.certificate(folder, "mint", EC, 10, Openssl.AUTHORITY);

        assertThatThrownBy(() -> read(files))
                .isInstanceOf(NodeCertificateException.class)
                .hasMessageStartingWith(files.cert() + ": the authority has no name constraints")
                .hasMessageContaining("-addext nameConstraints=");
    }

    @ParameterizedTest
    @CsvSource({
        "permitted;DNS:db.example, IP addresses",
        "'permitted;DNS:db.example,excluded;IP:0.0.0.0/0.0.0.0', IP addresses",
        "permitted;IP:10.0.0.0/255.255.255.0, DNS names"
    })
    void authorityWithoutLimitsOfAKind_isRefused(String constraints, String kind) throws Exception {
        Authority files = Openssl.authority(folder, "mint", constraints);

        assertThatThrownBy(() -> read(files)).hasMessageContaining("name constraints do not limit " + kind);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "permitted;DNS:db.example,permitted;IP:10.0.0.0/255.255.255.0",
                "permitted;DNS:db.example,excluded;IP:0.0.0.0/0.0.0.0,excluded;IP:::/::",
                "critical,permitted;DNS:invalid,permitted;IP:10.0.0.0/255.255.255.0"
            })
    void constraintsOfBothKinds_areEnough_criticalOrNot(String constraints) throws Exception {
        assertThat(read(Openssl.authority(folder, "mint", constraints)).permits("else.example"))
                .isFalse();
    }

    @Test
    void certificateThatMayNotSign_isRefusedWithEachReason() throws Exception {
        Authority files = Openssl.certificate(
                folder,
                "leaf",
                EC,
                10,
                List.of(
                        "basicConstraints=critical,CA:false",
                        "keyUsage=digitalSignature",
                        "extendedKeyUsage=clientAuth",
                        "nameConstraints=" + LIMITS));

        assertThatThrownBy(() -> read(files))
                .hasMessageContaining("expected: basicConstraints CA:true")
                .hasMessageContaining("expected: keyUsage keyCertSign")
                .hasMessageContaining("expected: extendedKeyUsage serverAuth");
    }

    @Test
    void authorityThatHasExpired_isRefused() throws Exception {
        Authority files = Openssl.authority(folder, "mint", LIMITS);

        assertThatThrownBy(() -> MintingAuthority.read(
                        new CertificateFiles(files.cert(), files.key()),
                        Instant.now().plus(Duration.ofDays(11))))
                .hasMessageContaining("expired at");
    }

    @Test
    void keyOfAnotherAuthority_isRefused() throws Exception {
        Authority one = Openssl.authority(folder, "one", LIMITS);
        Authority other = Openssl.authority(folder, "other", LIMITS);

        assertThatThrownBy(() -> read(new Authority(one.cert(), other.key())))
                .hasMessageContaining("the private key does not match the certificate");
    }

    private static MintingAuthority read(Authority files) throws Exception {
        return MintingAuthority.read(new CertificateFiles(files.cert(), files.key()), Instant.now());
    }
}
