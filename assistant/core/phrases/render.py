"""From a template's tree back to its text, for people who want to see what the book allows."""

from assistant.core.phrases.tree import Choice, ListSlot, Literal, Maybe, Node, NumberSlot, Row


def template_text(node: Node) -> str:
    """Return the text of a template; parsing it gives the same tree again."""
    match node:
        case Literal(word=word):
            return word
        case NumberSlot(name=name, low=low, high=high, many=many):
            return f"{{{name}:{low}-{high}{'+' if many else ''}}}"
        case ListSlot(name=name, list_name=list_name):
            return f"{{{name}:@{list_name}}}"
        case Choice(options=options):
            return f"({'|'.join(map(template_text, options))})"
        case Maybe(node=Choice(options=options)):
            return f"[{'|'.join(map(template_text, options))}]"
        case Maybe(node=inner):
            return f"[{template_text(inner)}]"
        case Row(nodes=nodes):
            return " ".join(map(template_text, nodes))
