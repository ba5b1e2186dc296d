/** Checks the files of all nodes of a cluster against each other. */
@NullMarked
package io.narrows.cli.check.cluster;

import org.jspecify.annotations.NullMarked;
