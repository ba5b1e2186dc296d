/** Checks the files of all nodes of a cluster against each other. */
package io.narrows.cli.check.cluster;
