package io.narrows.tests.databases;

import io.narrows.tests.support.Certificates.Identity;
import io.narrows.tests.support.Command;
import io.narrows.tests.support.Server;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** Debian's RabbitMQ, whose scripts run without the wrapper that changes the user. */
final class RabbitMq implements Database {
    private static final String SCRIPTS = "/usr/lib/rabbitmq/bin/";
    /** Settings that are left to the user: guests may log in from other hosts. */
    private static final String SETTINGS = "loopback_users = none\n";

    private static final String SERVER_ARGUMENTS = "SERVER_ADDITIONAL_ERL_ARGS=\"";
    /** The authority, the certificate and the key of either end of a connection. */
    private static final String TLS_END =
            "{cacertfile, \"%s\"}, {certfile, \"%s\"}, {keyfile, \"%s\"}, {secure_renegotiate, true}, {verify, verify_peer}";

    private static final String TLS_OPTIONS = """
            [{server, [%1$s, {fail_if_no_peer_cert, true}]},
             {client, [%1$s]}].
            """;

    private static final String LEAD =
            "catch ra:transfer_leadership(ra_leaderboard:lookup_leader('%2F_orders'), {'%2F_orders', node()}).";

    private static final String LEADS = "ra_leaderboard:lookup_leader('%2F_orders') =:= {'%2F_orders', node()}.";
    private static final Duration LEADING = Duration.ofMinutes(1);

    @Override
    public String name() {
        return "rabbitmq";
    }

    @Override
    public String kind() {
        return "rabbitmq";
    }

    @Override
    public String client() {
        return "io.narrows.databases.rabbitmq.RabbitMqClient";
    }

    @Override
    public int clientPort() {
        return 5672;
    }

    @Override
    public List<String> tlsTargets() {
        return List.of("distribution");
    }

    @Override
    public Server start(Member member, String classpath) {
        String environment = member.settings("rabbitmq-env.conf");
        member.write(
                "rabbitmq-env.conf",
                member.tls().map(files -> withTls(environment, member, files)).orElse(environment));
        member.write("rabbitmq.conf", SETTINGS + member.settings("rabbitmq.conf"));
        writeCookie(member);
        return member.run(script(member, "rabbitmq-server"));
    }

    /** Returns the environment of a node whose distribution speaks TLS, and so do the command line tools that use it. */
    private static String withTls(String environment, Member member, Identity files) {
        String ends = TLS_END.formatted(files.ca(), files.cert(), files.key());
        Path options = member.write("inter_node_tls.config", TLS_OPTIONS.formatted(ends));
        String arguments = "-pa %s -proto_dist inet_tls -ssl_dist_optfile %s".formatted(sslLibrary(), options);
        return ExactText.replaced(environment, SERVER_ARGUMENTS, SERVER_ARGUMENTS + arguments + " ")
                + "\nRABBITMQ_CTL_ERL_ARGS=\"%s\"\n".formatted(arguments);
    }

    /** Returns the folder of Erlang's TLS, which a node needs before it finds its libraries itself. */
    private static String sslLibrary() {
        return Command.run(
                "erl",
                "-noinput",
                "-eval",
                "io:format(\"~s\", [filename:dirname(code:which(inet_tls_dist))])",
                "-s",
                "init",
                "stop");
    }

    private static void writeCookie(Member member) {
        Path cookie = member.host().directory().resolve(".erlang.cookie");
        try {
            if (!Files.exists(cookie)) {
                Files.writeString(cookie, "ACOOKIEOFTHESOAK");
                Files.setPosixFilePermissions(cookie, PosixFilePermissions.fromString("r--------"));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> script(Member member, String name, String... arguments) {
        Path home = member.host().directory();
        List<String> command = new ArrayList<>(List.of(
                "env",
                "HOME=" + home,
                "RABBITMQ_CONF_ENV_FILE=" + home.resolve("rabbitmq-env.conf"),
                "RABBITMQ_CONFIG_FILE=" + home.resolve("rabbitmq.conf"),
                "RABBITMQ_ENABLED_PLUGINS_FILE=" + home.resolve("enabled_plugins"),
                "RABBITMQ_MNESIA_BASE=" + member.data(),
                "RABBITMQ_LOG_BASE=" + home,
                "RABBITMQ_LOGS=-",
                SCRIPTS + name));
        command.addAll(List.of(arguments));
        return command;
    }

    /** A node that has paused logs its start again. */
    @Override
    public boolean isComplete(List<Member> members) {
        return members.stream().allMatch(member -> member.logged("Server startup complete") >= member.starts())
                && members.stream().allMatch(member -> runningAt(member).equals("" + members.size()));
    }

    private static String runningAt(Member member) {
        try {
            return eval(member, "length(rabbit_nodes:all_running()).");
        } catch (IllegalStateException e) {
            return e.getMessage(); // it has paused, or is about to
        }
    }

    private static String eval(Member member, String expression) {
        return member.host()
                .run(script(member, "rabbitmqctl", "eval", expression).toArray(String[]::new))
                .strip();
    }

    /**
     * Makes the member the queue's leader, since a quorum queue delivers from its leader's log. A replica that lags behind is
     * not elected.
     */
    @Override
    public void beforeRead(Member member) {
        try {
            Awaitility.await(member.id() + " leads the queue").atMost(LEADING).until(() -> {
                eval(member, LEAD);
                return eval(member, LEADS).equals("true");
            });
        } catch (ConditionTimeoutException e) {
            throw new IllegalStateException(member.id() + " does not become the leader of the queue", e);
        }
    }

    /** Counts elections of the queue's Raft group, and nodes that were seen down. */
    @Override
    public long elections(List<Member> members) {
        return members.stream()
                .mapToLong(member -> member.logged("rabbit on node .* down|candidate -> leader"))
                .sum();
    }
}
