// What a computer and a loader's own file are told by (docs/loader.md, sections 5 and 7).
using System;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Text;
using Newtonsoft.Json.Linq;

static class Computer
{
    /// <summary>The letters A to Z and the digits of a value, in capitals, and the SHA-256 of that.</summary>
    public static string HashOf(string value)
    {
        var known = value.Where(c => c < 128 && char.IsLetterOrDigit(c)).Select(char.ToUpperInvariant);
        return Bytes.Sha256(Encoding.ASCII.GetBytes(known.ToArray()));
    }

    /// <summary>The hashes of a file of values by kind: {"board":["PF-1A2B3C"],…}. A real loader asks the system.</summary>
    public static JObject Components(string file)
    {
        if (!File.Exists(file)) throw new Failure("there is no file of this computer's values: LOADER_COMPUTER is '" + file + "'");
        var values = Bytes.Parse(File.ReadAllBytes(file));
        foreach (var list in values.PropertyValues().Cast<JArray>())
            for (var n = 0; n < list.Count; n++) list[n] = HashOf((string)list[n]);
        return values;
    }

    /// <summary>The signed block at the end of a loader; null where a file has none.</summary>
    public static string StampOf(byte[] file)
    {
        var end = file.Length;
        var magic = end < 84 ? "" : Encoding.ASCII.GetString(file, end - 8, 8);
        if (magic != "LOADOUT1" && magic != "LOADOUT2") return null;
        var size = 84L + file[end - 12] + (file[end - 11] << 8) + (file[end - 10] << 16) + ((long)file[end - 9] << 24);
        return size > end ? null : Bytes.Encode(file.Skip((int)(end - size)).ToArray());
    }

    /// <summary>That of the file that runs; null where it has none.</summary>
    public static string OwnStamp()
    {
        var path = Assembly.GetEntryAssembly().Location;
        if (path == "") path = Process.GetCurrentProcess().MainModule.FileName; // published as a single file
        return StampOf(File.ReadAllBytes(path));
    }
}
