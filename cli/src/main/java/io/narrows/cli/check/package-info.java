/** Checks a configuration and its certificates, and prints the outcome as lines and as JSON. */
package io.narrows.cli.check;
