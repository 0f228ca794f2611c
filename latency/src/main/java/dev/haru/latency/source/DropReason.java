package dev.haru.latency.source;

/** Why a span of the input is in no figure. */
public enum DropReason {
    CUT_OFF("their file ends before they, their resource or their process are complete"),
    UNFINISHED("they have no end"),
    PARTIAL_TRACE("Tempo returned only a part of their traces, which --allow-partial accepts");

    private final String meaning;

    DropReason(String meaning) {
        this.meaning = meaning;
    }

    /** The reason, as the end of a sentence about spans. */
    public String meaning() {
        return meaning;
    }
}
