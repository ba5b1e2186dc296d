/** Recorded traffic, packed into one small file: what the demo plays. */
package io.narrows.cli.recording;
