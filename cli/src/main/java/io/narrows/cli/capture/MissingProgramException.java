package io.narrows.cli.capture;

import java.io.IOException;

/** Thrown if a program of the host cannot be run. The message names its package. */
final class MissingProgramException extends IOException {
    private static final long serialVersionUID = 1;

    MissingProgramException(String program, IOException cause) {
        super(program + " cannot be run (install " + packageOf(program) + ")", cause);
    }

    private static String packageOf(String program) {
        return switch (program) {
            case "nft" -> "nftables";
            case "id" -> "coreutils";
            case "conntrack" -> "conntrack";
            default -> "iproute2";
        };
    }
}
