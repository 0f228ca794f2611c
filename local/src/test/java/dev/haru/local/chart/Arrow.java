package dev.haru.local.chart;

/** One part calls another; both by the name that their pods carry. */
record Arrow(String from, String to) {}
